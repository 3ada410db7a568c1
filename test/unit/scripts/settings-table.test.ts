import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SETTINGS_FILE, settingsText } from '../../../scripts/settings-table.mjs'
import { SETTING_NAMES } from '../../../src/shared/models/settings.ts'

test('docs/settings.md has the table that npm run schema writes', async () => {
  const text = await settingsText()
  for (const name of SETTING_NAMES) expect(text).toContain(`\n| \`${name}\``)
  expect(await readFile(SETTINGS_FILE, 'utf8')).toBe(text)
})
