/** The notice about damaged settings. Loaded when there are any, because the first view doesn't need their names. */
import { SETTING_NAMES, SETTINGS, type SettingName } from '../../../../shared/models/settings.ts'
import type { LostSetting } from '../../../../shared/models/status.ts'
import { labelOf } from './settingTexts.ts'
import { formatList, t, tn } from '../../i18n.ts'

/** Names that the notice has room for. */
const MOST_NAMES = 4

export interface LostSettingsNotice {
  sentence: string
  next: string
  /** Of the settings page: it has the first of them. */
  section: string
}

const sectionOf = (name: LostSetting) => (name === 'pdfFolder' ? 'invoices' : SETTINGS[name].group)

export function lostSettingsNotice(lost: readonly LostSetting[]): LostSettingsNotice {
  const next = t('settings.lost.next')
  const section = lost.map(sectionOf).find((name) => name !== null) ?? 'look'
  if (SETTING_NAMES.every((name) => lost.includes(name))) return { sentence: t('settings.lost.all'), next, section }
  // The labels of the folder's settings say little without that of the folder.
  const labels = new Set(
    lost.map((name) => labelOf(sectionOf(name) === 'invoices' ? 'pdfFolderOn' : (name as SettingName)))
  )
  const more = labels.size - MOST_NAMES
  const first = [...labels].slice(0, MOST_NAMES)
  const names = formatList([...first, ...(more > 0 ? [tn('ui.common.more', more)] : [])])
  return { sentence: tn('settings.lost.some', labels.size, { names }), next, section }
}
