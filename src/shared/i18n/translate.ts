/** Main's messages. The page has its own of them (renderer/src/i18n.ts). */
import { createTranslator } from './translator.ts'
import main from './en/main.json' with { type: 'json' }
import page from './en/page.json' with { type: 'json' }

export const en = { ...page, ...main }

export const t = createTranslator(en)
