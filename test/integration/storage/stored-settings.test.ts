/** Settings in a real portside.db that somebody damaged, or that a newer version wrote. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import type * as Database from '../../../src/main/storage/database.ts'
import { DEFAULT_SETTINGS, SETTING_NAMES, type Settings } from '../../../src/shared/models/settings.ts'
import { account, folder, ID, storageIn } from './fixtures.ts'

const opened = vi.hoisted(() => ({ sql: '' }))
vi.mock('../../../src/main/storage/database.ts', async (original) => {
  const database = await original<typeof Database>()
  const openFile: typeof database.openFile = (file, schema) => {
    const db = database.openFile(file, schema)
    if (opened.sql !== '') db.exec(opened.sql)
    return db
  }
  return { ...database, openFile }
})

const CHOSEN: Settings = { ...DEFAULT_SETTINGS, theme: 'dark', refreshMinutes: 60, notify: false }

const fileIn = (path: string): string => join(path, 'portside.db')

/** A closed registry with this text in place of the settings. */
function storedAs(text: string): string {
  const path = folder()
  const storage = storageIn(path)
  storage.registry.saveAccount(account(ID, 'ada@x.example'))
  storage.registry.saveSettings(CHOSEN)
  storage.close()
  const db = new DatabaseSync(fileIn(path))
  db.prepare(`UPDATE choices SET value = ? WHERE name = 'settings'`).run(text)
  db.close()
  return path
}

/** The text of a row after everything is closed. */
function textOf(path: string, name: string): string | null {
  const db = new DatabaseSync(fileIn(path), { readOnly: true })
  const row = db.prepare('SELECT value FROM choices WHERE name = ?').get(name)
  db.close()
  return row ? String(row['value']) : null
}

const json = (value: unknown): string => JSON.stringify(value)

describe('damaged settings', () => {
  test.each([
    ['cut off', '{"theme":"dark","refreshMi'],
    ['no object', '["dark"]'],
    ['nothing', 'null'],
    ['no text', ''],
    ['too long', json({ ...CHOSEN, later: 'x'.repeat(70_000) })],
    ['too deep', '{"theme":'.repeat(20_000)]
  ])('%s: all have their default, and the text is kept aside by the first save', (_, text) => {
    const path = storedAs(text)
    const { registry } = storageIn(path)
    expect(registry.settings()).toEqual(DEFAULT_SETTINGS)
    expect(registry.unusableSettings()).toEqual(SETTING_NAMES)
    expect(registry.accounts(), 'the account is untouched').toHaveLength(1)
    expect(registry.condition()).toBe('fine')
    registry.saveSettings({ ...DEFAULT_SETTINGS, theme: 'light' })
    registry.saveSettings({ ...DEFAULT_SETTINGS, theme: 'dark' })
    expect(registry.unusableSettings()).toEqual([])
    registry.close()
    expect(textOf(path, 'damagedSettings')).toBe(text)
    const next = storageIn(path).registry
    expect(next.settings()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
    expect(next.unusableSettings()).toEqual([])
  })

  test('one invalid value: the others stay, and the next start finds it again until a save', () => {
    const text = json({ ...CHOSEN, notify: 'sometimes', quietHours: { from: -1 } })
    const path = storedAs(text)
    for (let start = 0; start < 2; start += 1) {
      const { registry } = storageIn(path)
      expect(registry.settings()).toEqual({ ...CHOSEN, notify: true })
      expect(registry.unusableSettings()).toEqual(['notify', 'quietHours'])
      registry.close()
      expect(textOf(path, 'settings')).toBe(text)
      expect(textOf(path, 'damagedSettings')).toBeNull()
    }
    const { registry } = storageIn(path)
    registry.saveSettings(registry.settings())
    registry.close()
    expect(textOf(path, 'damagedSettings')).toBe(text)
    expect(JSON.parse(textOf(path, 'settings') ?? '')).toEqual({ ...CHOSEN, notify: true })
  })

  test.each([
    ['nested too deeply to be written', `{"theme":"dark","later":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['too long beside all others', json({ theme: 'dark', later: 'x'.repeat(65_000) })]
  ])('an unknown one that is %s goes with the next save, which keeps the others', (_, text) => {
    const path = storedAs(text)
    const { registry } = storageIn(path)
    registry.saveSettings({ ...registry.settings(), notify: false })
    registry.close()
    const next = storageIn(path).registry
    expect(next.unusableSettings()).toEqual([])
    expect(next.settings()).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark', notify: false })
  })

  test('in a file that can’t be written: the defaults hold until quit, and the file stays as it is', () => {
    const text = json({ ...CHOSEN, theme: 'blue' })
    const path = storedAs(text)
    opened.sql = 'PRAGMA query_only = ON'
    try {
      const { registry } = storageIn(path)
      expect(registry.unusableSettings()).toEqual(['theme'])
      registry.saveSettings({ ...CHOSEN, theme: 'light' })
      expect(registry.condition()).toBe('memory')
      expect(registry.settings()).toEqual({ ...CHOSEN, theme: 'light' })
      registry.close()
    } finally {
      opened.sql = ''
    }
    expect(textOf(path, 'settings')).toBe(text)
    expect(textOf(path, 'damagedSettings')).toBeNull()
  })

  test('in a file without anything readable: all are lost, and the file is kept aside', () => {
    const path = folder()
    writeFileSync(fileIn(path), 'x'.repeat(20_000))
    const { registry } = storageIn(path)
    expect(registry.condition()).toBe('rebuilt')
    expect(registry.settings()).toEqual(DEFAULT_SETTINGS)
    expect(registry.unusableSettings()).toEqual(SETTING_NAMES)
    registry.saveSettings(CHOSEN)
    expect(registry.unusableSettings()).toEqual([])
    const aside = readdirSync(path).find((name) => name.startsWith('portside.db.aside-')) ?? ''
    expect(readFileSync(join(path, aside), 'utf8')).toBe('x'.repeat(20_000))
  })

  test('in a new file nothing is lost', () => {
    const path = folder()
    const { registry } = storageIn(path)
    expect(existsSync(fileIn(path))).toBe(true)
    expect(registry.unusableSettings()).toEqual([])
  })

  test('are erased with everything else', () => {
    const path = storedAs('canary-4711')
    const { registry } = storageIn(path)
    registry.saveSettings(DEFAULT_SETTINGS)
    registry.eraseAll()
    registry.close()
    expect(readFileSync(fileIn(path), 'latin1')).not.toContain('canary-4711')
  })
})

test('a damaged folder for new PDFs is none and is named, and its text is kept aside once the loss is accepted', () => {
  const path = folder()
  const first = storageIn(path)
  const record = { folder: '/home/ada/PDFs', on: true, pattern: '{number}.pdf', accounts: null, from: null }
  first.registry.savePdfFolder({ ...record, problem: null, lastSavedAt: null })
  first.close()
  const text = json({ ...record, on: 'yes' })
  const db = new DatabaseSync(fileIn(path))
  db.prepare(`UPDATE choices SET value = ? WHERE name = 'pdfFolder'`).run(text)
  db.close()
  const { registry } = storageIn(path)
  expect(registry.pdfFolder()).toBeNull()
  expect(registry.unusableSettings()).toEqual(['pdfFolder'])
  registry.saveSettings(CHOSEN)
  expect(registry.unusableSettings(), 'other settings leave it').toEqual(['pdfFolder'])
  registry.savePdfFolder(null)
  expect(registry.unusableSettings()).toEqual([])
  expect(registry.pdfFolder()).toBeNull()
  registry.close()
  expect(textOf(path, 'damagedPdfFolder')).toBe(text)
})

test('settings of a newer version survive a save by this one', () => {
  const later = { proxyForMoon: { mode: 'on', hosts: ['a', 'b'] }, __later__: null }
  const path = storedAs(json({ ...later, ...CHOSEN }).replace('__later__', '__proto__'))
  const { registry } = storageIn(path)
  expect(registry.unusableSettings()).toEqual([])
  registry.saveSettings({ ...CHOSEN, theme: 'light' })
  registry.close()
  const text = textOf(path, 'settings') ?? ''
  expect(JSON.parse(text)).toMatchObject({ ...CHOSEN, theme: 'light', proxyForMoon: later.proxyForMoon })
  expect(text).toContain('"__proto__":null')
})
