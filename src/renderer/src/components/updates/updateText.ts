/** The texts about updates, which no first view needs. */
import { createTranslator } from '../../../../shared/i18n/translator.ts'
import updates from '../../../../shared/i18n/en/updates.json' with { type: 'json' }

export const updateText = createTranslator(updates)
