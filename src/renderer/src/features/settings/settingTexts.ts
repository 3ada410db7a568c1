/** Each setting and its values in words: in its section, in an import, and in the notice about damaged settings. */
import { parseAccelerator } from '../../../../shared/models/accelerator.ts'
import { proxyIdentity, type ManualProxy, type ProxySetting } from '../../../../shared/models/network-proxy.ts'
import { SETTINGS, type FileSetting, type SettingName, type Settings } from '../../../../shared/models/settings.ts'
import {
  clauses,
  formatChoice,
  formatDecimal,
  formatList,
  formatNumber,
  formatTime,
  isMessageKey,
  language,
  t,
  tn
} from '../../i18n.ts'
import { acceleratorKeys } from './acceleratorKeys.ts'
import { languageName } from './regions.ts'

/** @param platform as Node names it */
type ValueText<Name extends SettingName> = (value: Settings[Name], platform: string) => string

/** Others are on or off, a number, or a choice of words, which are texts, or of this computer: no import shows them. */
type SettingWithText = {
  [Name in FileSetting]: Settings[Name] extends boolean | string ? never : number extends Settings[Name] ? never : Name
}[FileSetting]

function intervalText(minutes: number): string {
  if (minutes === 0) return t('settings.background.never')
  return minutes < 60 ? tn('settings.background.minutes', minutes) : tn('settings.background.hours', minutes / 60)
}

/** January has no change to summer time that could skip a minute. */
const timeText = (minute: number): string => formatTime(new Date(2026, 0, 1, 0, minute).toISOString())

function quietText(hours: Settings['quietHours']): string {
  if (hours === null) return t('settings.value.off')
  return t('settings.value.span', { from: timeText(hours.from), to: timeText(hours.to) })
}

function shortcutText(shortcut: string | null, platform: string): string {
  const accelerator = shortcut === null ? null : parseAccelerator(shortcut)
  if (accelerator === null) return t('settings.value.none')
  return acceleratorKeys(accelerator.modifiers, accelerator.key, platform)
}

/** Names of hosts that a line has room for. */
const MOST_HOSTS = 5

function manualProxyText(manual: ManualProxy): string {
  const { user, bypass } = manual
  const more = bypass.length - MOST_HOSTS
  const hosts = formatList([...bypass.slice(0, MOST_HOSTS), ...(more > 0 ? [tn('ui.common.more', more)] : [])])
  return clauses(
    proxyIdentity(manual),
    user !== '' && t('settings.value.proxy.user', { user }),
    hosts !== '' && t('settings.value.proxy.bypass', { hosts })
  )
}

/** All of it: a file that changes a part must not look as if it changed nothing. */
function proxyText({ mode, manual }: ProxySetting): string {
  const byHand = manual ? manualProxyText(manual) : ''
  if (mode === 'manual') return byHand
  const chosen = t(`settings.value.proxy.${mode}`)
  return byHand === '' ? chosen : t('settings.value.proxy.unused', { chosen, proxy: byHand })
}

const VALUE_TEXTS: { readonly [Name in SettingWithText]: ValueText<Name> } & {
  readonly [Name in SettingName]?: ValueText<Name>
} = {
  language: (tag) => (tag === null ? t('settings.language.system') : languageName(tag, tag)),
  region: (tag) => (tag === null ? t('settings.language.system') : languageName(tag, language())),
  lockAfterMinutes: (minutes) => (minutes === 0 ? t('settings.lock.never') : tn('settings.lock.minutes', minutes)),
  refreshMinutes: intervalText,
  pdfFolderPattern: (pattern) => pattern,
  proxy: proxyText,
  quietHours: quietText,
  balanceThreshold: (amount) => (amount === null ? t('settings.value.off') : formatDecimal(amount)),
  globalShortcut: shortcutText,
  invoiceColumns: (columns) =>
    columns === null ? t('settings.value.default') : formatList(columns.map((column) => t(`invoices.column.${column}`)))
}

export const labelOf = (name: SettingName): string => t(`settings.label.${name}`)

const optionalText = (key: string): string => (isMessageKey(key) ? t(key) : '')
/** Within its section, which says the rest. */
export const shortLabelOf = (name: SettingName): string => optionalText(`settings.short.${name}`) || labelOf(name)
/** Empty: none. */
export const hintOf = (name: SettingName): string => optionalText(`settings.hint.${name}`)

/** @param value a valid one */
export function valueTextOf<Name extends SettingName>(name: Name, value: Settings[Name], platform: string): string {
  const texts: { readonly [Each in SettingName]?: ValueText<Each> } = VALUE_TEXTS
  const text = texts[name]
  if (text) return text(value, platform)
  if (typeof value === 'boolean') return t(value ? 'settings.value.on' : 'settings.value.off')
  if (typeof value === 'number') return formatNumber(value)
  return optionalText(`settings.choice.${name}.${String(value)}`)
}

/** What a setting takes, for one with an invalid value. */
export function expectedText(name: SettingName, platform: string): string {
  const setting = SETTINGS[name]
  if ('values' in setting) {
    const values = setting.values.map((value) => valueTextOf(name, value, platform))
    return t('settings.values.choice', { values: formatChoice(values) })
  }
  if ('least' in setting) return t('settings.values.range', { least: setting.least, most: setting.most })
  return t(typeof setting.default === 'boolean' ? 'settings.values.flag' : 'settings.values.other')
}
