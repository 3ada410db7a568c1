/** Each setting in words, for where it stands outside its section: an import, and the notice about damaged settings. */
import { parseAccelerator } from '../../../../shared/models/accelerator.ts'
import { proxyIdentity, type ManualProxy, type ProxySetting } from '../../../../shared/models/network-proxy.ts'
import { SETTINGS, type SettingName, type Settings } from '../../../../shared/models/settings.ts'
import type { LostSetting } from '../../../../shared/models/status.ts'
import {
  clauses,
  formatChoice,
  formatDecimal,
  formatList,
  formatNumber,
  formatTime,
  language,
  t,
  tn
} from '../../i18n.ts'
import { acceleratorKeys } from './acceleratorKeys.ts'
import { languageName } from './regions.ts'

interface SettingText<Value> {
  label: () => string
  /** @param platform as Node names it */
  valueText: (value: Value, platform: string) => string
}

const row = <Value>(label: () => string, valueText: SettingText<Value>['valueText']): SettingText<Value> => ({
  label,
  valueText
})

const flagText = (isOn: boolean): string => t(isOn ? 'settingValue.on' : 'settingValue.off')

export function intervalText(minutes: number): string {
  if (minutes === 0) return t('settings.background.never')
  return minutes < 60 ? tn('settings.background.minutes', minutes) : tn('settings.background.hours', minutes / 60)
}

const idleText = (minutes: number): string =>
  minutes === 0 ? t('settings.lock.never') : tn('settings.lock.minutes', minutes)

function expiryText(hours: number): string {
  if (hours === 0) return t('settingValue.off')
  return hours % 24 === 0 ? tn('settingValue.daysBefore', hours / 24) : tn('settingValue.hoursBefore', hours)
}

/** January has no change to summer time that could skip a minute. */
const timeText = (minute: number): string => formatTime(new Date(2026, 0, 1, 0, minute).toISOString())

function quietText(hours: Settings['quietHours']): string {
  if (hours === null) return t('settingValue.off')
  return t('settingValue.span', { from: timeText(hours.from), to: timeText(hours.to) })
}

function shortcutText(shortcut: string | null, platform: string): string {
  const accelerator = shortcut === null ? null : parseAccelerator(shortcut)
  if (accelerator === null) return t('settingValue.none')
  return acceleratorKeys(accelerator.modifiers, accelerator.key, platform)
}

/** Names of hosts that a line has room for. */
const MOST_HOSTS = 5

function manualProxyText(manual: ManualProxy): string {
  const { user, bypass } = manual
  const more = bypass.length - MOST_HOSTS
  const hosts = formatList([...bypass.slice(0, MOST_HOSTS), ...(more > 0 ? [tn('common.more', more)] : [])])
  return clauses(
    proxyIdentity(manual),
    user !== '' && t('settingValue.proxy.user', { user }),
    hosts !== '' && t('settingValue.proxy.bypass', { hosts })
  )
}

/** All of it: a file that changes a part must not look as if it changed nothing. */
function proxyText({ mode, manual }: ProxySetting): string {
  const byHand = manual ? manualProxyText(manual) : ''
  if (mode === 'manual') return byHand
  const chosen = t(`settingValue.proxy.${mode}`)
  return byHand === '' ? chosen : t('settingValue.proxy.unused', { chosen, proxy: byHand })
}

const separatorText = (value: Settings['csvSeparator']): string =>
  value === 'regional' ? t('settingValue.regional') : t(`settings.csv.sign.${value}`)
const decimalSignText = (value: Settings['csvDecimalSign']): string =>
  value === 'regional' ? t('settingValue.regional') : t(`settings.csv.sign.${value}`)

/** A new setting has a row here. */
const TEXTS: { readonly [Name in SettingName]: SettingText<Settings[Name]> } = {
  language: row(
    () => t('settings.language.label'),
    (tag) => (tag === null ? t('settings.language.system') : languageName(tag, tag))
  ),
  region: row(
    () => t('settings.language.region'),
    (tag) => (tag === null ? t('settings.language.system') : languageName(tag, language()))
  ),
  theme: row(
    () => t('settings.theme'),
    (theme) => t(`settings.themes.${theme}`)
  ),
  density: row(
    () => t('settings.density'),
    (density) => t(`settings.densities.${density}`)
  ),
  lockAfterMinutes: row(() => t('settings.lock.after'), idleText),
  lockWithScreen: row(() => t('settings.lock.withScreen'), flagText),
  expiryNoticeHours: row(() => t('settings.expiry.label'), expiryText),
  refreshMinutes: row(() => t('settings.background.refresh'), intervalText),
  proxy: row(() => t('settingName.proxy'), proxyText),
  notify: row(() => t('settings.notifications.notify'), flagText),
  notifyAmounts: row(() => t('settings.notifications.amounts'), flagText),
  dueSoonDays: row(
    () => t('settings.notifications.dueSoon'),
    (days) => formatNumber(days)
  ),
  quietHours: row(() => t('settings.notifications.quiet'), quietText),
  balanceThreshold: row(
    () => t('settings.notifications.balance'),
    (amount) => (amount === null ? t('settingValue.off') : formatDecimal(amount))
  ),
  closing: row(
    () => t('settings.background.closing.label'),
    (choice) => (choice === 'stay' ? t('settingValue.stay') : t(`settings.background.closing.${choice}`))
  ),
  startWithSystem: row(() => t('settings.background.start'), flagText),
  startHidden: row(() => t('settingName.startHidden'), flagText),
  globalShortcut: row(() => t('settings.background.shortcut.label'), shortcutText),
  trayTitle: row(
    () => t('settings.background.trayTitle.label'),
    (what) => t(`settings.background.trayTitle.${what}`)
  ),
  invoiceColumns: row(
    () => t('settingName.invoiceColumns'),
    (columns) =>
      columns === null ? t('settingValue.default') : formatList(columns.map((column) => t(`invoices.column.${column}`)))
  ),
  invoiceChart: row(() => t('settingName.invoiceChart'), flagText),
  allAccounts: row(() => t('settingName.allAccounts'), flagText),
  csvSeparator: row(() => t('settingName.csvSeparator'), separatorText),
  csvDecimalSign: row(() => t('settingName.csvDecimalSign'), decimalSignText),
  csvIdentifiersAsFormulas: row(() => t('settings.csv.identifiers'), flagText),
  updateCheck: row(() => t('updates.automatic'), flagText),
  railCollapsed: row(() => t('settingName.railCollapsed'), flagText),
  graphicsProcessor: row(() => t('settings.graphics.label'), flagText),
  characterKeys: row(() => t('settings.characterKeys'), flagText)
}

export const labelOf = (name: LostSetting): string => (name === 'pdfFolder' ? t('newPdfs.title') : TEXTS[name].label())
export const sectionOf = (name: LostSetting): string | null => (name === 'pdfFolder' ? name : SETTINGS[name].group)

/** @param value a valid one */
export function valueTextOf<Name extends SettingName>(name: Name, value: Settings[Name], platform: string): string {
  return TEXTS[name].valueText(value, platform)
}

/** What a setting takes, for one with an invalid value. */
export function expectedText(name: SettingName, platform: string): string {
  const setting = SETTINGS[name]
  if ('values' in setting) {
    const values = setting.values.map((value) => valueTextOf(name, value, platform))
    return t('settingValues.choice', { values: formatChoice(values) })
  }
  if ('least' in setting) return t('settingValues.range', { least: setting.least, most: setting.most })
  return t(typeof setting.default === 'boolean' ? 'settingValues.flag' : 'settingValues.other')
}
