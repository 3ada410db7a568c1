import { isAcceleratorOrNull } from './accelerator.ts'
import { isDay, type Day } from './day.ts'
import { isDecimal, type Decimal } from './decimal.ts'
import { INVOICE_COLUMNS, type InvoiceColumn } from './invoice.ts'
import { isProxySetting } from './network-proxy.ts'
import { DEFAULT_PATTERN, MOST_CHOSEN_ACCOUNTS, PATTERN_LIMITS } from './pdf-folder.ts'

interface Setting<Value> {
  default: Value
  /** Main checks with it what the page sends and what the file holds. */
  isValid: (value: unknown) => value is Value
}

interface Choice<Value> extends Setting<Value> {
  values: readonly Value[]
}

interface Range extends Setting<number> {
  least: number
  most: number
}

const oneOf = <const Value extends string | number>(
  values: readonly Value[],
  byDefault: NoInfer<Value>
): Choice<Value> => ({
  values,
  default: byDefault,
  isValid: (value): value is Value => values.some((one) => one === value)
})

const flag = (byDefault: boolean): Setting<boolean> => ({
  default: byDefault,
  isValid: (value) => typeof value === 'boolean'
})

const wholeNumber = (least: number, most: number, byDefault: number): Range => ({
  least,
  most,
  default: byDefault,
  isValid: (value): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
})

const checked = <Value>(isValid: (value: unknown) => value is Value, byDefault: Value): Setting<Value> => ({
  default: byDefault,
  isValid
})

/** The sections of the settings page that have settings; those of `advanced` stand in it, below headings of their own. */
type Group = 'look' | 'notifications' | 'invoices' | 'lock' | 'advanced' | 'csv' | 'network' | 'updates'

/**
 * What changes a setting on the settings page. `component`: the setting's own component (COMPONENTS of features/settings/SettingControl.vue).
 * `section`: the component of the whole section. null: it is changed elsewhere.
 */
type Control = 'switch' | 'segments' | 'select' | 'number' | 'component' | 'section' | null

/** Somebody else's file could do harm with it. An import shows it first. */
const SENSITIVE = { isSensitive: true, isLocal: false } as const
/** Of this computer: the file for another one doesn't have it. */
const LOCAL = { isSensitive: false, isLocal: true } as const
const USUAL = { isSensitive: false, isLocal: false } as const

const row = <Check extends Setting<unknown>, const C extends Control, Traits extends object = typeof USUAL>(
  group: Group | null,
  control: C,
  check: Check,
  traits?: Traits
) => ({ ...check, group, control, ...((traits ?? USUAL) as Traits) })

/**
 * The user's settings, one row each. Their type, their defaults, the validation of what the page sends and of what a file holds,
 * and their controls on the settings page derive from it. CONTRIBUTING.md has the steps for a new one.
 */
export const SETTINGS = {
  theme: row('look', 'segments', oneOf(['system', 'light', 'dark'], 'system')),
  /** BCP 47, of the interface; null: the system's. */
  language: row('look', 'component', checked(isTagOrNull, null)),
  /** BCP 47, of dates, numbers and money; null: the system's. */
  region: row('look', 'select', checked(isTagOrNull, null)),
  notify: row('notifications', 'switch', flag(true)),
  /** Days before the due day on which an invoice counts as due soon; 0: on that day only. */
  dueSoonDays: row('notifications', 'number', wholeNumber(0, 60, 3)),
  /** Notify when the money in the account falls below it, in any currency; null: never. */
  balanceThreshold: row('notifications', 'component', checked(isBalanceThreshold, null)),
  notifyAmounts: row('notifications', 'switch', flag(false), SENSITIVE),
  quietHours: row('notifications', 'component', checked(isQuietHours, null)),
  /** 'stay': in the tray, or minimised without one. */
  closing: row('notifications', 'select', oneOf(['ask', 'stay', 'quit'], 'ask')),
  /** What stands beside the icon in the menu bar of macOS about open invoices. */
  trayTitle: row('notifications', 'select', oneOf(['none', 'count', 'amount'], 'none'), SENSITIVE),
  startWithSystem: row('notifications', 'switch', flag(false), SENSITIVE),
  startHidden: row('notifications', 'switch', flag(false), SENSITIVE),
  /** Saves each new PDF of an invoice into the folder that only the system's dialog can name (pdf-folder.ts). */
  pdfFolderOn: row('invoices', 'section', flag(false), LOCAL),
  pdfFolderPattern: row('invoices', 'component', checked(isPattern, DEFAULT_PATTERN)),
  /** Ids of accounts; null: all, also later ones. */
  pdfFolderAccounts: row('invoices', 'component', checked(areChosenAccounts, null), LOCAL),
  /** First day of issue; null: every invoice, also those without a day. Choosing the first folder sets it to that day. */
  pdfFolderFrom: row('invoices', 'component', checked(isDayOrNull, null), LOCAL),
  /** With a PIN set; 0: never. */
  lockAfterMinutes: row('lock', 'select', oneOf([0, 1, 5, 15, 30, 60], 15), SENSITIVE),
  lockWithScreen: row('lock', 'switch', flag(true), SENSITIVE),
  /** 0: never. */
  refreshMinutes: row('advanced', 'select', oneOf([0, 5, 15, 30, 60, 180, 360, 720, 1440], 15)),
  /** Shows or hides the window from any program; null: none. */
  globalShortcut: row('advanced', 'component', checked(isAcceleratorOrNull, null), SENSITIVE),
  /** Shortcuts of one character, which speech input may type by mistake (WCAG 2.1.4). */
  characterKeys: row('advanced', 'switch', flag(true)),
  /** Of the next start. Stored by main/desktop/crash/graphics.ts, which is asked before anything else can be read. */
  graphicsProcessor: row('advanced', 'switch', flag(true), LOCAL),
  /** Of CSV files. 'regional': as the regional format has it (csv-format.ts). */
  csvSeparator: row('csv', 'select', oneOf(['regional', 'comma', 'semicolon'], 'regional')),
  csvDecimalSign: row('csv', 'select', oneOf(['regional', 'point', 'comma'], 'regional')),
  csvIdentifiersAsFormulas: row('csv', 'switch', flag(false)),
  proxy: row('network', 'section', checked(isProxySetting, { mode: 'system', manual: null }), SENSITIVE),
  /** Looks for new versions of Portside, at most daily. Without an update feed it has no effect. */
  updateCheck: row('updates', 'switch', flag(true), SENSITIVE),
  /** In their order; null: FIRST_COLUMNS. */
  invoiceColumns: row(null, null, checked(areInvoiceColumns, null)),
  invoiceChart: row(null, null, flag(false)),
  /** Lists, sums and counts of invoices are those of all accounts, until the user picks the account shown. */
  allAccounts: row(null, null, flag(true)),
  /** The rail shows icons without labels. A small window does the same. */
  railCollapsed: row(null, null, flag(false))
}

type Table = typeof SETTINGS
export type SettingName = keyof Table
export type Settings = { [Name in SettingName]: Table[Name] extends Setting<infer Value> ? Value : never }
/** Settings with a component of their own. */
export type ComponentSetting = {
  [Name in SettingName]: Table[Name] extends { control: 'component' } ? Name : never
}[SettingName]
export type SettingsChange = { [Name in SettingName]?: Settings[Name] | undefined }

export const SETTING_NAMES = Object.keys(SETTINGS) as readonly SettingName[]

/** Those in the file for another computer. */
export type FileSetting = {
  [Name in SettingName]: Table[Name]['isLocal'] extends true ? never : Name
}[SettingName]
export const FILE_SETTINGS = SETTING_NAMES.filter((name): name is FileSetting => !SETTINGS[name].isLocal)

export interface CheckedSettings {
  /** One value of each setting: the default where there is no valid one. */
  settings: Settings
  valid: SettingsChange
  invalid: readonly SettingName[]
  /** Of a newer version, or of nobody's. */
  unknown: Readonly<Record<string, unknown>>
}

/** Checks stored settings, or those of a file. A missing one is not invalid. @param names others are unknown */
export function checkSettings(
  record: Readonly<Record<string, unknown>>,
  names: readonly SettingName[] = SETTING_NAMES
): CheckedSettings {
  const present = names.filter((name) => Object.hasOwn(record, name))
  const isValid = (name: SettingName): boolean => SETTINGS[name].isValid(record[name])
  const valid = Object.fromEntries(present.filter(isValid).map((name) => [name, record[name]]))
  return {
    settings: { ...DEFAULT_SETTINGS, ...valid },
    valid,
    invalid: present.filter((name) => !isValid(name)),
    unknown: Object.fromEntries(Object.entries(record).filter(([name]) => !names.some((known) => known === name)))
  }
}

export const MINUTES_A_DAY = 1440

export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].default])
) as Settings

/** Minutes from midnight, local time; may span midnight. */
export interface QuietHours {
  from: number
  to: number
}

function isQuietHours(value: unknown): value is QuietHours | null {
  if (value === null) return true
  if (typeof value !== 'object' || !('from' in value) || !('to' in value)) return false
  return isMinuteOfDay(value.from) && isMinuteOfDay(value.to) && Object.keys(value).length === 2
}

/** In characters. */
export const LONGEST_THRESHOLD = 20

function isBalanceThreshold(value: unknown): value is Decimal | null {
  return value === null || (typeof value === 'string' && value.length <= LONGEST_THRESHOLD && isDecimal(value))
}

/** Main also parses a new one (invoices/pdf/pdf-names.ts). */
function isPattern(value: unknown): value is string {
  return typeof value === 'string' && value.length <= PATTERN_LIMITS.characters && /\.pdf$/i.test(value)
}

/** In characters. UUIDs have 36, and all settings must fit into LONGEST_SETTINGS of main/storage/stored-settings.ts. */
const LONGEST_ID = 40

function areChosenAccounts(value: unknown): value is string[] | null {
  if (value === null) return true
  if (!Array.isArray(value) || value.length > MOST_CHOSEN_ACCOUNTS) return false
  const different = new Set<unknown>(value)
  const isId = (one: unknown): boolean => typeof one === 'string' && one !== '' && one.length <= LONGEST_ID
  return different.size === value.length && [...different].every(isId)
}

function isDayOrNull(value: unknown): value is Day | null {
  return value === null || (typeof value === 'string' && isDay(value))
}

function isMinuteOfDay(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MINUTES_A_DAY
}

function areInvoiceColumns(value: unknown): value is InvoiceColumn[] | null {
  if (value === null) return true
  if (!Array.isArray(value) || value.length === 0 || value.length > INVOICE_COLUMNS.length) return false
  // A set also has the holes of an array, which `every` skips.
  const different = new Set<unknown>(value)
  const isColumn = (one: unknown): boolean => INVOICE_COLUMNS.some((column) => column === one)
  return different.size === value.length && [...different].every(isColumn)
}

/** Also one that this version has no messages for: then the system's language is used. Intl throws for a tag that it rejects here. */
function isTagOrNull(value: unknown): value is string | null {
  if (value === null) return true
  if (typeof value !== 'string' || !/^[a-z]{2,3}(-[a-zA-Z0-9]{2,8}){0,3}$/.test(value)) return false
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    return false
  }
}
