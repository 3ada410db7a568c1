/** A notification's text, and what its events mean in the order in which each system sends them. */
import type { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { SystemNotifier, toSystemText } from '../../../src/main/desktop/system-notifier.ts'

const system = vi.hoisted(() => ({ supported: true, made: [] as unknown[] }))
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  class Notification extends EventEmitter {
    static isSupported = (): boolean => system.supported
    constructor() {
      super()
      system.made.push(this)
    }
    show = (): void => undefined
  }
  return { Notification }
})

let changes: number
let heard: string[]
let notifier: SystemNotifier
beforeEach(() => {
  Object.assign(system, { supported: true, made: [] })
  changes = 0
  heard = []
  notifier = new SystemNotifier({ publish: () => void (changes += 1) })
})

/** Shows a notification, about which the system says this. */
function show(...events: string[]): void {
  notifier.show(
    { title: 'New invoice', body: '' },
    { clicked: () => heard.push('clicked'), failed: () => heard.push('failed') }
  )
  for (const event of events) (system.made.at(-1) as EventEmitter).emit(event, {}, 'not allowed')
}

test('a shown notification can be clicked, and says nothing new about the system', () => {
  show('show', 'click')
  expect([heard, notifier.state(), changes]).toEqual([['clicked'], 'supported', 0])
})

test.each([
  ['macOS and Linux', ['failed']],
  ['Windows, where it seems shown first', ['show', 'failed']]
])('on %s a refused one has failed, until another one is shown', (_system, events) => {
  show(...events)
  expect([heard, notifier.state(), changes]).toEqual([['failed'], 'refused', 1])
  show(...events)
  expect([heard, notifier.state()]).toEqual([['failed', 'failed'], 'refused'])
  show('show')
  expect(notifier.state()).toBe('supported')
})

test('a system without notifications is not one that refuses them', () => {
  system.supported = false
  expect(notifier.state()).toBe('unsupported')
})

const notice = {
  title: 'R&D <b>\u202Eowt\u0007\uFFFE\uD800 1',
  body: 'INV-1 \u009B2J<img src="https://a.example/?x&y"> \u{1FFFE}'
}

test('replaces invisible characters and noncharacters by blanks', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const { title, body } = toSystemText(notice, platform)
    expect(title).toBe('R&D <b> owt  1')
    expect(body).not.toMatch(/\p{C}/u)
  }
})

test('preserves joined letters and emoji', () => {
  const title = 'می\u200Cخواهم 👩\u200D💻 क्\u200Dष'
  expect(toSystemText({ title, body: title }, 'linux')).toEqual({ title, body: title })
})

test('escapes markup in the body on Linux', () => {
  expect(toSystemText(notice, 'linux').body).toBe('INV-1  2J&lt;img src="https://a.example/?x&amp;y"&gt;  ')
  expect(toSystemText(notice, 'win32').body).toBe('INV-1  2J<img src="https://a.example/?x&y">  ')
  expect(toSystemText({ title: '', body: '&lt;' }, 'linux').body).toBe('&amp;lt;')
})
