import { afterEach, expect, test } from 'vitest'
import { Languages, matchLanguage } from '../../../src/main/desktop/languages.ts'
import { InterfaceLanguage } from '../../../src/main/app/interface-language.ts'
import { ageText, dateLocale, dayText } from '../../../src/shared/i18n/format.ts'
import { en, language, t } from '../../../src/shared/i18n/translate.ts'

const TAGS = ['de', 'en', 'es', 'pt-BR', 'zh-CN']

test.each([
  [['de-AT', 'en-US'], 'de'],
  [['pt-PT'], 'pt-BR'],
  [['zh'], 'zh-CN'],
  [['zh-SG'], 'zh-CN'],
  [['zh-TW', 'es-MX'], 'es'],
  [['zh-Hant-HK'], 'en'],
  [['nl-NL', 'de'], 'de'],
  [['ja'], 'en'],
  [['C', 'POSIX', '*', 'de_DE'], 'de'],
  [[], 'en']
])('a reader of %j gets %s', (wishes, tag) => {
  expect(matchLanguage(wishes, TAGS)).toBe(tag)
})

test('each folder of messages is a language, and English is one', () => {
  const languages = new Languages()
  expect(languages.tags).toContain('en')
  for (const tag of languages.tags) {
    expect(Object.keys(languages.messages(tag))).toEqual(Object.keys(en))
    expect(JSON.parse(languages.pageMessages(tag))).toHaveProperty('overview')
  }
})

// The unit tests share their modules.
afterEach(() => language.use('en', en))

test('main’s texts follow the setting, and without one the system', () => {
  let chosen: string | null = null
  const messagesOf = (tag: string) => ({ ...en, overview: { ...en.overview, title: `Overview in ${tag}` } })
  const page = new InterfaceLanguage({
    languages: { tags: TAGS, messages: messagesOf, pageMessages: (tag) => `{"in":"${tag}"}` },
    chosen: () => chosen,
    ofSystem: () => ['es-ES']
  })
  expect(t('overview.title')).toBe('Overview in es')
  chosen = 'de'
  expect(page.update()).toBe(true)
  expect(t('overview.title')).toBe('Overview in de')
  expect(page.pageMessages()).toEqual({ language: 'de', json: '{"in":"de"}' })
  expect(page.update()).toBe(false)
  // One that a later version has, and one that only a settings file can name.
  for (chosen of ['ja', 'de-AT']) {
    page.update()
    expect(language.tag).toBe('es')
  }
})

test.each([
  ['en', 'en-GB', '31 Jan 2026', '2 hours ago'],
  ['de', 'de-CH', '31.01.2026', 'vor 2 Stunden'],
  ['de', 'en-GB', '31.01.2026', 'vor 2 Stunden'],
  ['ru', 'de-DE', '31 янв. 2026 г.', '2 часа назад'],
  ['zh-Hans', 'zh-CN', '2026年1月31日', '2小时前'],
  ['zh-Hans', 'en-US', '2026年1月31日', '2小时前'],
  ['pt-BR', 'pt-PT', '31/01/2026', 'há 2 horas']
])('dates in %s with the regional format %s are %s', (tag, region, day, age) => {
  const locales = { language: tag, region }
  expect(dayText('2026-01-31', dateLocale(locales))).toBe(day)
  expect(ageText('2026-01-31T10:00:00Z', Date.parse('2026-01-31T12:00:00Z'), locales)).toBe(age)
})
