/** The English catalogue, whole. See README.md in this folder. */
import tray from './en/tray.json' with { type: 'json' }
import { page } from './page.ts'

export const en = { ...page, tray }
