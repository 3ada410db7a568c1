/** Main's `t`, for the messages of main and page. The page's is in renderer/src/i18n.ts. */
import { createTranslator } from './translator.ts'
import main from './en/main.json' with { type: 'json' }
import page from './en/page.json' with { type: 'json' }

export const en = { ...page, ...main }

export const t = createTranslator(en)
