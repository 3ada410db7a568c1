/** `--quick-check`: what is owed now, one line per account, for scripts. It works beside a running app and stores nothing. */
import { joined, oneLine } from '../../shared/i18n/format.ts'
import { owedText } from '../../shared/i18n/owed-text.ts'
import { t } from '../../shared/i18n/translate.ts'
import type { AccountRecord } from '../../shared/models/account.ts'
import { isAllKnown } from '../../shared/models/owed.ts'
import type { TerminalAnswer, TerminalParts } from './launch/terminal.ts'
import type { KeychainOptions } from '../storage/keychain/system-keychain.ts'
import { everyAccount } from './choose-account.ts'
import { QUICK_CHECK_EXIT } from './commands.ts'
import {
  countsOf,
  createSources,
  fetchInTurn,
  type AccountAnswer,
  type AccountProblem,
  type InvoiceSources
} from './find-invoices.ts'
import { errorSentence, jsonText, partialText } from './output.ts'
import { nobodyIn, readAccounts, type Unavailable } from './saved-data.ts'

export interface QuickCheckParts extends TerminalParts {
  json: boolean
  keychain: KeychainOptions
}

export async function quickCheck(parts: QuickCheckParts): Promise<TerminalAnswer> {
  const { dataFolder, json, locale } = parts
  const saved = readAccounts(dataFolder)
  if (typeof saved === 'string') return unchecked(saved, json)
  if (saved.accounts.every(({ signedOut }) => signedOut)) return unchecked(nobodyIn(saved), json)
  const sources = createSources(parts, { fetch: true })
  const checked = await checkAccounts(saved.accounts, sources)
  if (!saved.isWhole) checked.push(unreadAccounts())
  return { exitCode: exitCode(checked), text: json ? asJson(checked, sources.now) : asText(checked, locale) }
}

export function unchecked(reason: Unavailable, json: boolean): TerminalAnswer {
  const exitCode = QUICK_CHECK_EXIT.unchecked
  const sentence = t(`quickCheck.${reason}`)
  return { exitCode, text: `${json ? jsonText({ exitCode, reason, sentence, accounts: [] }) : sentence}\n` }
}

/** Those that are signed out aren't asked. Something may be owed there, so they are part of the answer. */
export const checkAccounts = (accounts: readonly AccountRecord[], sources: InvoiceSources): Promise<AccountAnswer[]> =>
  Promise.all(fetchInTurn(everyAccount(accounts), sources))

/** Nothing is known of accounts whose records can't be read, so this is no answer that nothing is open. */
const unreadAccounts = (): AccountAnswer => ({
  name: t('cli.otherAccounts'),
  isSample: false,
  found: null,
  problem: { code: 'STORAGE', sentence: errorSentence({ code: 'STORAGE' }) }
})

type QuickCheckExit = (typeof QUICK_CHECK_EXIT)[keyof typeof QUICK_CHECK_EXIT]

/** `open` needs one open invoice. `nothing` needs the whole list, and a known state for every invoice. */
export function exitCode(checked: readonly AccountAnswer[]): QuickCheckExit {
  if (checked.some(({ found }) => (found?.owed.open ?? 0) > 0)) return QUICK_CHECK_EXIT.open
  const isKnown = ({ found }: AccountAnswer): boolean => found !== null && isAllKnown(found.owed)
  const known = checked.length > 0 && checked.every(isKnown)
  return known ? QUICK_CHECK_EXIT.nothing : QUICK_CHECK_EXIT.unchecked
}

export function asText(checked: readonly AccountAnswer[], locale: string): string {
  const lines = checked.map(({ name, isSample, found, problem }) => {
    const text = found ? joined([owedText(found.owed, { locale }), partialText(found.partial)]) : problemText(problem)
    if (isSample) return t('quickCheck.account', { label: t('tray.sample'), text })
    // Account names may contain terminal control sequences.
    return checked.length > 1 ? t('quickCheck.account', { label: oneLine(name), text }) : text
  })
  return lines.map((line) => `${line}\n`).join('')
}

const problemText = ({ code, sentence }: AccountProblem): string =>
  code === 'signedOut' ? t('cli.signIn.signedOut') : t('quickCheck.failed', { reason: sentence })

/** See docs/command-line.md. Amounts are exact decimals as text, and unknown currencies are null. */
export function asJson(checked: readonly AccountAnswer[], checkedAt: Date): string {
  const accounts = checked.map(({ name, isSample, found, problem }) => ({
    label: name,
    sample: isSample,
    ...(found
      ? { ...countsOf(found), partial: found.partial }
      : { error: { code: codeOf(problem), sentence: problem.sentence } })
  }))
  return `${jsonText({ exitCode: exitCode(checked), checkedAt: checkedAt.toISOString(), accounts })}\n`
}

/** Its JSON has only codes of ErrorCode. */
function codeOf({ code }: AccountProblem): string {
  if (code === 'signedOut') return 'UNAUTHORIZED'
  return code === 'noInvoices' || code === 'unknownProvider' ? 'NOT_FOUND' : code
}
