/** docs/settings.md lists every setting with its values and its default. */
import '../../support/english.ts'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { t } from '../../../src/renderer/src/i18n.ts'
import { SETTING_NAMES, SETTINGS, type SettingName } from '../../../src/shared/models/settings.ts'

const text = readFileSync(resolve(import.meta.dirname, '../../../docs/settings.md'), 'utf8')
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name = '', where = '', values = '', byDefault = '']) => ({ name, where, values, byDefault }))

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``

/** null: in words, because the setting's check is a function. */
function valuesOf(name: SettingName): string | null {
  const setting = SETTINGS[name]
  if ('values' in setting) return setting.values.map(code).join(', ')
  if ('least' in setting) return `${code(setting.least)} to ${code(setting.most)}`
  return typeof setting.default === 'boolean' ? '`true`, `false`' : null
}

test('has one row for each setting, in their order', () => {
  expect(rows.map(({ name }) => name)).toEqual(SETTING_NAMES.map((name) => `\`${name}\``))
})

test.each(SETTING_NAMES)('%s', (name) => {
  const row = rows.find((one) => one.name === `\`${name}\``)
  const { group } = SETTINGS[name]
  expect(row?.where).toMatch(/^[A-Z][\w -]*: /)
  expect(row?.where).toContain(
    `${group === null ? '' : t(`settings.sectionName.${group}`)}: ${t(`settings.label.${name}`)}`
  )
  expect(row?.byDefault).toBe(code(SETTINGS[name].default))
  expect(row?.values).toBe(valuesOf(name) ?? row?.values)
  expect(row?.values).not.toBe('')
})
