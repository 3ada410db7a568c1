/** Texts of the About views. The first view doesn't load them. */
import about from '../../../../shared/i18n/en/about.json' with { type: 'json' }
import { createTranslator, type MessageKeyOf } from '../../../../shared/i18n/translator.ts'
import { PART_NAMES, type AboutInfo } from '../../../../shared/models/about.ts'
import { formatNumber, systemName } from '../../i18n.ts'
import type { Fact } from '../record/types.ts'

export const aboutMessage = createTranslator(about)

export const aboutCount = (key: MessageKeyOf<typeof about>, count: number): string =>
  aboutMessage(key, { count: formatNumber(count) }, count)

/** Parts whose version isn't known are left out. */
export function versionFacts({ version, parts, system }: AboutInfo): Fact[] {
  const { platform, version: kernel, architecture } = system
  return [
    { name: 'portside', label: 'Portside', text: version },
    ...PART_NAMES.flatMap((name) => {
      const text = parts[name]
      return text === null ? [] : [{ name, label: aboutMessage(`about.part.${name}`), text }]
    }),
    {
      name: 'system',
      label: aboutMessage('about.system'),
      text: aboutMessage('about.systemText', { name: systemName(platform), version: kernel, architecture })
    }
  ]
}

export function placeFacts({ dataFolder, logFolder, settingsFile, system: { platform } }: AboutInfo): Fact[] {
  const store = platform === 'darwin' || platform === 'win32' ? platform : 'other'
  return [
    { name: 'dataFolder', label: aboutMessage('about.dataFolder'), text: dataFolder, copy: true },
    { name: 'settings', label: aboutMessage('about.settings'), text: settingsFile, copy: true },
    { name: 'logFolder', label: aboutMessage('about.logFolder'), text: logFolder, copy: true },
    { name: 'secrets', label: aboutMessage('about.secrets'), text: aboutMessage(`about.store.${store}`) }
  ]
}

/** For a report: no path, because paths have the user's name. */
export const versionText = (info: AboutInfo): string =>
  versionFacts(info)
    .map(({ label, text }) => `${label}: ${text}`)
    .join('\n')
