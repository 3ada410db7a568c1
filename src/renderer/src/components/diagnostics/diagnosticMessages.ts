/** Texts about diagnostics, which the first view doesn't need. */
import messages from '../../../../shared/i18n/en/diagnostics.json' with { type: 'json' }
import { createTranslator, type MessageKeyOf } from '../../../../shared/i18n/translator.ts'
import { formatNumber } from '../../i18n.ts'

export const diagnosticMessage = createTranslator(messages)

/** The plural form for a count. */
export const diagnosticCount = (key: MessageKeyOf<typeof messages>, count: number): string =>
  diagnosticMessage(key, { count: formatNumber(count) }, count)
