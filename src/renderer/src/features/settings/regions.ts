/** Regional formats on offer, BCP 47: of the countries where most providers and their customers are. */
const REGIONS = [
  ...[
    'ar-AE',
    'ar-EG',
    'bg-BG',
    'bn-BD',
    'cs-CZ',
    'da-DK',
    'de-AT',
    'de-CH',
    'de-DE',
    'el-GR',
    'en-AU',
    'en-CA',
    'en-GB'
  ],
  ...[
    'en-IE',
    'en-IN',
    'en-NG',
    'en-NZ',
    'en-SG',
    'en-US',
    'en-ZA',
    'es-AR',
    'es-CL',
    'es-CO',
    'es-ES',
    'es-MX',
    'es-US'
  ],
  ...[
    'et-EE',
    'fa-IR',
    'fi-FI',
    'fil-PH',
    'fr-BE',
    'fr-CA',
    'fr-CH',
    'fr-FR',
    'he-IL',
    'hi-IN',
    'hr-HR',
    'hu-HU',
    'id-ID'
  ],
  ...[
    'it-IT',
    'ja-JP',
    'kk-KZ',
    'ko-KR',
    'lt-LT',
    'lv-LV',
    'ms-MY',
    'nb-NO',
    'nl-BE',
    'nl-NL',
    'pl-PL',
    'pt-BR',
    'pt-PT'
  ],
  ...[
    'ro-RO',
    'ru-RU',
    'sk-SK',
    'sl-SI',
    'sr-RS',
    'sv-SE',
    'th-TH',
    'tr-TR',
    'uk-UA',
    'ur-PK',
    'uz-UZ',
    'vi-VN',
    'zh-CN'
  ],
  ...['zh-HK', 'zh-TW']
]

export interface Choice {
  value: string
  label: string
}

/** By their names. @param language BCP 47, of the names @param chosen is among them, whatever it is */
export function regionChoices(language: string, chosen: string | null): Choice[] {
  const tags = chosen === null || REGIONS.includes(chosen) ? REGIONS : [...REGIONS, chosen]
  const { compare } = new Intl.Collator(language)
  return tags
    .map((value) => ({ value, label: languageName(value, language) }))
    .toSorted((one, other) => compare(one.label, other.label))
}

/** Each by its own name, so that its reader finds it. @param tags BCP 47 */
export const languageChoices = (tags: readonly string[]): Choice[] =>
  tags
    .map((value) => ({ value, label: languageName(value, value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))

/** Where most who speak a language are. @param language BCP 47 */
export function usualRegion(language: string): string {
  const { language: words, region } = new Intl.Locale(language).maximize()
  return region === undefined ? words : `${words}-${region}`
}

/** @param tag BCP 47 @param language of the name, BCP 47 */
export function languageName(tag: string, language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1)
}
