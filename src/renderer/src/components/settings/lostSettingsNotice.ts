/** The notice about damaged settings. Loaded when there are any, because the first view doesn't need their names. */
import { SETTING_NAMES } from '../../../../shared/models/settings.ts'
import type { LostSetting } from '../../../../shared/models/status.ts'
import { labelOf, sectionOf } from './settingTexts.ts'
import { formatList, t, tn } from '../../i18n.ts'

/** Names that the notice has room for. */
const MOST_NAMES = 4

export interface LostSettingsNotice {
  sentence: string
  next: string
  /** Of the settings page: it has the first of them. */
  section: string
}

export function lostSettingsNotice(lost: readonly LostSetting[]): LostSettingsNotice {
  const next = t('lostSettings.next')
  const section = lost.map(sectionOf).find((name) => name !== null) ?? 'look'
  if (SETTING_NAMES.every((name) => lost.includes(name))) return { sentence: t('lostSettings.all'), next, section }
  const more = lost.length - MOST_NAMES
  const first = lost.slice(0, MOST_NAMES).map(labelOf)
  const names = formatList([...first, ...(more > 0 ? [tn('common.more', more)] : [])])
  return { sentence: tn('lostSettings.some', lost.length, { names }), next, section }
}
