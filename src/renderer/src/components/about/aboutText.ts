/** The versions and places of the About view, in words. */
import { PART_NAMES, type AboutInfo } from '../../../../shared/models/about.ts'
import { labelled, systemName, t } from '../../i18n.ts'
import type { Fact } from '../record/types.ts'

/** Parts whose version isn't known are left out. */
export function versionFacts({ version, parts, system }: AboutInfo): Fact[] {
  const { platform, version: kernel, architecture } = system
  return [
    { name: 'portside', label: 'Portside', text: version },
    ...PART_NAMES.flatMap((name) => {
      const text = parts[name]
      return text === null ? [] : [{ name, label: t(`about.part.${name}`), text }]
    }),
    {
      name: 'system',
      label: t('about.system'),
      text: t('about.systemText', { name: systemName(platform), version: kernel, architecture })
    }
  ]
}

export function placeFacts({ dataFolder, logFolder, settingsFile, system: { platform } }: AboutInfo): Fact[] {
  const store = platform === 'darwin' || platform === 'win32' ? platform : 'other'
  return [
    { name: 'dataFolder', label: t('about.dataFolder'), text: dataFolder, copy: true },
    { name: 'settings', label: t('about.settings'), text: settingsFile, copy: true },
    { name: 'logFolder', label: t('about.logFolder'), text: logFolder, copy: true },
    { name: 'secrets', label: t('about.secrets'), text: t(`about.store.${store}`) }
  ]
}

/** For a report: no path, because paths have the user's name. */
export const versionText = (info: AboutInfo): string =>
  versionFacts(info)
    .map(({ label, text }) => labelled(label, text))
    .join('\n')
