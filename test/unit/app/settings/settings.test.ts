import { expect, test } from 'vitest'
import { SettingsStore } from '../../../../src/main/app/settings/settings.ts'
import { DEFAULT_SETTINGS } from '../../../../src/shared/models/settings.ts'
import type { LostSetting } from '../../../../src/shared/models/status.ts'
import { FakeGraphics, LoggedEvents, MemoryRegistry, PublishedEvents } from '../../../support/ports.ts'

function start(unusable: readonly LostSetting[] = []) {
  const registry = new MemoryRegistry()
  registry.unusable = unusable
  const publisher = new PublishedEvents()
  const themes: string[] = []
  const log = new LoggedEvents()
  const graphics = new FakeGraphics()
  const settings = new SettingsStore({ registry, publisher, log, graphics, applyTheme: (theme) => themes.push(theme) })
  return { registry, publisher, log, graphics, themes, settings }
}

test('a change is saved, then applied and published', () => {
  const { registry, publisher, themes, settings } = start()
  const heard: string[] = []
  settings.onChange(() => heard.push(settings.read().theme))
  expect(settings.change({ theme: 'dark', notify: undefined })).toEqual({ ...DEFAULT_SETTINGS, theme: 'dark' })
  expect(registry.chosen.theme).toBe('dark')
  expect([themes, heard, publisher.topics]).toEqual([['system', 'dark'], ['dark'], ['settings']])
})

test('a change that can’t be saved changes nothing', () => {
  const { registry, publisher, graphics, themes, settings } = start()
  registry.saveSettings = () => {
    throw new Error('disk')
  }
  expect(() => settings.change({ theme: 'dark', graphicsProcessor: false })).toThrow('disk')
  expect(graphics.enabled).toBe(true)
  expect(settings.read()).toEqual(DEFAULT_SETTINGS)
  expect([themes, publisher.topics]).toEqual([['system'], []])
})

test('the graphics processor is as its own file has it, which may change without the settings', () => {
  const { graphics, publisher, settings } = start()
  expect(settings.change({ graphicsProcessor: false }).graphicsProcessor).toBe(false)
  expect([graphics.enabled, publisher.topics]).toEqual([false, ['settings']])
  graphics.enabled = true
  expect(settings.read().graphicsProcessor).toBe(true)
  expect(settings.change({ theme: 'dark' }).graphicsProcessor).toBe(true)
  graphics.setEnabled = () => {
    throw new Error('disk')
  }
  expect(() => settings.change({ graphicsProcessor: false })).toThrow('disk')
  expect(settings.read().graphicsProcessor).toBe(true)
})

test('lost settings are named until the user has seen them, also after other changes', () => {
  const { registry, publisher, log, settings } = start(['theme', 'notify'])
  expect(log.events).toEqual(['theme', 'notify'].map((name) => ({ name: 'settingLost', facts: { name } })))
  settings.change({ refreshMinutes: 60 })
  registry.unusable = []
  expect(settings.lost()).toEqual(['theme', 'notify'])
  settings.acceptLoss()
  expect(settings.lost()).toEqual([])
  expect(publisher.topics).toEqual(['settings', 'status'])
})

test('the stored text of lost settings is replaced when the user has seen them', () => {
  const { registry, settings } = start(['theme'])
  const saved: unknown[] = []
  registry.saveSettings = (now) => void saved.push(now)
  settings.acceptLoss()
  expect(saved).toEqual([DEFAULT_SETTINGS])
})

test.each([
  [['pdfFolder'], 1],
  [[], 0]
] as const)('a damaged folder for new PDFs is dropped only while it is damaged: %j', (unusable, times) => {
  const { registry, settings } = start(['pdfFolder'])
  let dropped = 0
  registry.savePdfFolder = () => void (dropped += 1)
  registry.unusable = unusable
  settings.acceptLoss()
  expect(dropped).toBe(times)
})

test('after everything was erased, nothing is lost', () => {
  const { settings } = start(['theme'])
  settings.reset()
  expect(settings.lost()).toEqual([])
})
