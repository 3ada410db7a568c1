/** Texts about settings that the first view doesn't need. */
import { createTranslator, type MessageKeyOf, type Named } from '../../../../shared/i18n/translator.ts'
import messages from '../../../../shared/i18n/en/settings-file.json' with { type: 'json' }
import { formatNumber } from '../../i18n.ts'

export const settingMessage = createTranslator(messages)

/** The plural form for a count; `{count}` in it is the number in the user's format. */
export const settingCount = (key: MessageKeyOf<typeof messages>, count: number, named: Named = {}): string =>
  settingMessage(key, { ...named, count: formatNumber(count) }, count)
