/** Main's words, for the tray and the menus. The page speaks from its own part of the catalogue (renderer/i18n). */
import { en } from './index.ts'
import { speaker, type KeyOf } from './translator.ts'

/** See Say. */
export const say = speaker<KeyOf<typeof en>>(en)
