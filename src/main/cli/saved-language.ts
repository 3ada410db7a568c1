import { join } from 'node:path'
import { language } from '../../shared/i18n/translate.ts'
import { chooseLanguage, Languages } from '../desktop/languages.ts'
import { readSavedSettings } from '../storage/registry.ts'

/**
 * Texts of a command are in the language of the app's settings.
 * @param ofSystem BCP 47, by the order of the user's wishes
 * @returns the regional format of the settings, BCP 47; null: the system's
 */
export function useSavedLanguage(dataFolder: string, ofSystem: readonly string[]): string | null {
  const { language: chosen, region } = readSavedSettings(join(dataFolder, 'portside.db'))
  const languages = new Languages()
  const tag = chooseLanguage(chosen, ofSystem, languages.tags)
  language.use(tag, languages.messages(tag))
  return region
}
