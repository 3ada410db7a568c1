/** The open amount or count beside the tray icon, which only macOS shows. */
import type { AccountsSummary } from '../../accounts/summary/account-summaries.ts'
import { cut, shortMoneyText } from '../../../shared/i18n/format.ts'
import { t } from '../../../shared/i18n/translate.ts'
import { isAllKnown } from '../../../shared/models/owed.ts'
import type { Settings } from '../../../shared/models/settings.ts'

/** The menu bar has little room. A provider's own unit may be long. */
const LONGEST = 24

/** Empty if nothing is known to be open: the menu says whether that is certain. */
export function trayTitle(
  { owed }: Extract<AccountsSummary, { status: 'ready' }>,
  kind: Settings['trayTitle'],
  locale: string
): string {
  if (kind === 'none') return ''
  const open = owed.open ?? 0
  if (open === 0) return ''
  const isCertain = isAllKnown(owed)
  const [only, ...others] = owed.openAmounts
  const isOneSum = only !== undefined && others.length === 0 && owed.moreCurrencies.openAmounts === 0
  // Several currencies have no sum.
  if (kind === 'count' || !isOneSum) return atLeast(open.toLocaleString(locale), isCertain)
  const isWhole = isCertain && owed.openWithoutAmount === 0
  return atLeast(cut(shortMoneyText(only, locale), LONGEST), isWhole)
}

const atLeast = (text: string, isCertain: boolean): string => (isCertain ? text : t('tray.titleAtLeast', { text }))
