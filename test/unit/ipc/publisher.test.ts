import type { WebContents } from 'electron'
import { beforeEach, expect, test } from 'vitest'
import { CHANGE_CHANNEL } from '../../../src/shared/ipc/contract.ts'
import { PagePublisher } from '../../../src/main/ipc/publisher.ts'

/** A page that never reports that it has loaded. A publisher that waits for the report would send nothing. */
class Page {
  sent: (string | null)[][] = []
  channels = new Set<string>()
  destroyed = false
  isDestroyed = () => this.destroyed
  send(channel: string, ...change: (string | null)[]): void {
    this.channels.add(channel)
    this.sent.push(change)
  }
}

let publisher: PagePublisher
const attach = (): Page => {
  const page = new Page()
  publisher.attach(page as unknown as WebContents)
  return page
}

beforeEach(() => {
  publisher = new PagePublisher()
})

test('sends a change at once, without data and without waiting for the page', () => {
  const page = attach()
  publisher.publish('profile', 'id-1')
  publisher.publish('profile', 'id-2')
  publisher.publish('session', null)
  expect(page.sent).toEqual([
    ['profile', 'id-1'],
    ['profile', 'id-2'],
    ['session', null]
  ])
  expect(page.channels).toEqual(new Set([CHANGE_CHANNEL]))
})

test('sends nothing without a page, or to one that is destroyed', () => {
  publisher.publish('catalogue', 'id-1')
  const page = attach()
  expect(page.sent).toEqual([])
  page.destroyed = true
  publisher.publish('catalogue', 'id-1')
  expect(page.sent).toEqual([])
})

test('sends to the latest page only', () => {
  const first = attach()
  const second = attach()
  publisher.publish('status', null)
  expect(first.sent).toEqual([])
  expect(second.sent).toEqual([['status', null]])
})

test('keeps the latest requested route until a page takes it, once', () => {
  publisher.requestRoute('/invoices/1')
  publisher.requestRoute('/invoices/2', 'id-2')
  expect(attach().sent).toEqual([])
  expect(publisher.takeRoute()).toEqual({ path: '/invoices/2', account: 'id-2' })
  expect(publisher.takeRoute()).toEqual({ path: null, account: null })
})

test('notifies the current page of a requested route', () => {
  const page = attach()
  publisher.requestRoute('/settings')
  expect(page.sent).toEqual([['route', null]])
})

test('sends only the lock while the app is locked, and each other topic of each account once after the unlock', () => {
  const page = attach()
  publisher.setLocked(true)
  publisher.publish('lock', null)
  publisher.publish('invoices', 'id-1')
  publisher.requestRoute('/invoices/1')
  publisher.publish('invoices', 'id-2')
  publisher.publish('invoices', 'id-1')
  publisher.publish('status', null)
  publisher.publish('status', 'id-1')
  publisher.publish('lock', null)
  expect(page.sent).toEqual([
    ['lock', null],
    ['lock', null]
  ])
  page.sent = []
  publisher.setLocked(false)
  expect(page.sent).toEqual([
    ['invoices', 'id-1'],
    ['route', null],
    ['invoices', 'id-2'],
    ['status', null],
    ['status', 'id-1']
  ])
  page.sent = []
  publisher.setLocked(true)
  publisher.setLocked(false)
  expect(page.sent).toEqual([])
})

test('calls main’s listeners for every change, also without a page and while locked', () => {
  const heard: unknown[] = []
  publisher.onPublish((...change) => void heard.push(change))
  publisher.publish('invoices', 'id-1')
  publisher.setLocked(true)
  publisher.publish('session', null)
  expect(heard).toEqual([
    ['invoices', 'id-1'],
    ['session', null]
  ])
})
