/** For unit tests of the page's modules: their texts are English. */
import { useMessages } from '../../src/renderer/src/i18n.ts'
import page from '../../src/shared/i18n/en/page.json' with { type: 'json' }

useMessages('en', page)
