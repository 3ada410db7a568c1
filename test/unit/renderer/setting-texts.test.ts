/** The compiler finds a setting without a label. Words of values are data to it. */
import '../../support/english.ts'
import { expect, test } from 'vitest'
import { valueTextOf } from '../../../src/renderer/src/features/settings/settingTexts.ts'
import en from '../../../src/shared/i18n/en/page.json' with { type: 'json' }
import { FILE_SETTINGS, SETTING_NAMES, SETTINGS } from '../../../src/shared/models/settings.ts'

test.each(FILE_SETTINGS)('each value of %s has words', (name) => {
  const row = SETTINGS[name]
  const values = 'values' in row ? row.values : [row.default]
  for (const value of values) expect(valueTextOf(name, value, 'linux'), JSON.stringify(value)).not.toBe('')
})

test('no text is of a setting that is not there', () => {
  const { label, short, hint, choice } = en.settings
  const names = [label, short, hint, choice].flatMap((texts) => Object.keys(texts))
  expect(names.filter((name) => !SETTING_NAMES.some((known) => known === name))).toEqual([])
  for (const [name, words] of Object.entries(choice))
    expect(new Set(SETTINGS[name as keyof typeof choice].values)).toEqual(new Set(Object.keys(words)))
})
