/** What depends on the system or on other settings, of the controls on the settings page. */
import { computed, type Component, type ComputedRef } from 'vue'
import { Monitor, Moon, Sun } from '@lucide/vue'
import { csvFormatOf } from '../../../../shared/models/csv-format.ts'
import type { Desktop } from '../../../../shared/models/desktop.ts'
import { DEFAULT_SETTINGS, type SettingName, type Settings } from '../../../../shared/models/settings.ts'
import { formatDate, formatMoney, language, regionalFormat, t } from '../../i18n.ts'
import { useApp } from '../../ui/data/app.ts'
import { useLock } from '../lock/lock.ts'
import { usePdfFolder } from '../invoices/pdf-folder/pdfFolder.ts'
import { usePendingSettings } from './pendingSettings.ts'
import { regionChoices } from './regions.ts'

export interface SettingDetails {
  isHidden?: boolean
  isDisabled?: boolean
  /** Aligned with the label of the checkbox above. */
  isIndented?: boolean
  /** In place of the saved one. */
  value?: Settings[SettingName]
  label?: string
  hint?: string
  /** Where the table has no values. */
  options?: readonly { value: string | null; label: string }[]
  /** By value. */
  optionLabels?: Readonly<Partial<Record<string, string>>>
  icons?: Readonly<Record<string, Component>>
  /** Below the control. */
  note?: string | false
  warning?: string | false
}

interface Circumstances {
  settings: Settings
  desktop: Desktop | null
  platform: string
  hasPin: boolean
  hasFolder: boolean
}

const isMac = ({ platform }: Circumstances): boolean => platform === 'darwin'
const notifies = ({ settings }: Circumstances): boolean => settings.notify || settings.balanceThreshold !== null

function startHint({ settings, desktop }: Circumstances): string {
  if (desktop?.startsWithSystem === null) return t('settings.background.notInstalled')
  const isSwitchedOff = settings.startWithSystem && desktop?.startsWithSystem === false
  return isSwitchedOff ? t('settings.background.switchedOff') : ''
}

function exampleText(): string {
  const [date, amount] = [formatDate('2026-01-31'), formatMoney({ amount: '1234.5', currency: 'EUR' })]
  return t('settings.language.example', { date, amount })
}

const SIGNS = { ',': 'comma', ';': 'semicolon', '.': 'point' } as const
const regionalSign = (sign: keyof typeof SIGNS) => ({
  optionLabels: { regional: t(`settings.csv.regional.${SIGNS[sign]}`) }
})

const DETAILS: { readonly [Name in SettingName]?: (now: Circumstances) => SettingDetails } = {
  region: ({ settings }) => ({
    options: [{ value: null, label: t('settings.language.system') }, ...regionChoices(language(), settings.region)],
    note: exampleText()
  }),
  theme: () => ({ icons: { system: Monitor, light: Sun, dark: Moon } }),
  lockAfterMinutes: ({ hasPin }) => ({ isHidden: !hasPin }),
  lockWithScreen: ({ hasPin, platform }) => ({
    isHidden: !hasPin,
    note: platform === 'linux' && t('settings.lock.linux')
  }),
  refreshMinutes: ({ settings }) => ({ note: settings.refreshMinutes === 0 && t('settings.background.neverHint') }),
  dueSoonDays: ({ settings }) => ({ isHidden: !settings.notify, isIndented: true }),
  balanceThreshold: (now) => ({
    warning:
      notifies(now) &&
      now.desktop?.notifications === 'refused' &&
      t(`settings.notifications.${isMac(now) ? 'refusedByMac' : 'refused'}`)
  }),
  notifyAmounts: (now) => ({ isHidden: !notifies(now) }),
  quietHours: (now) => ({ isHidden: !notifies(now) }),
  closing: (now) => ({
    isHidden: isMac(now),
    optionLabels: { stay: t(`settings.background.closing.${now.desktop?.tray ? 'tray' : 'minimise'}`) },
    note: !now.desktop?.tray && t('settings.background.noTray')
  }),
  trayTitle: (now) => ({
    isHidden: !isMac(now),
    note: now.settings.trayTitle !== 'none' && t('settings.background.trayTitleHint')
  }),
  startWithSystem: (now) => ({
    value: now.desktop?.startsWithSystem === true,
    isDisabled: now.desktop?.startsWithSystem === null,
    hint: startHint(now)
  }),
  startHidden: (now) => ({
    isHidden: now.desktop?.startsWithSystem !== true || !now.desktop.tray,
    label: t(`settings.background.hidden.${isMac(now) ? 'menuBar' : 'tray'}`)
  }),
  pdfFolderPattern: ({ hasFolder }) => ({ isHidden: !hasFolder }),
  pdfFolderAccounts: ({ hasFolder }) => ({ isHidden: !hasFolder }),
  pdfFolderFrom: ({ hasFolder }) => ({ isHidden: !hasFolder }),
  csvSeparator: () => regionalSign(csvFormatOf(DEFAULT_SETTINGS, regionalFormat()).separator),
  csvDecimalSign: () => regionalSign(csvFormatOf(DEFAULT_SETTINGS, regionalFormat()).decimalSign)
}

export function useSettingDetails(name: SettingName): ComputedRef<SettingDetails> {
  const [app, lock, settings, folder] = [useApp(), useLock(), usePendingSettings(), usePdfFolder()]
  return computed(
    () =>
      DETAILS[name]?.({
        settings: settings.shown,
        desktop: settings.desktop,
        platform: app.info?.platform ?? '',
        hasPin: lock.state?.enabled ?? false,
        hasFolder: typeof folder.state?.folder === 'string'
      }) ?? {}
  )
}
