import type { WebContents } from 'electron'
import { beforeEach, expect, test } from 'vitest'
import { PagePublisher } from '../../../src/main/ipc/publisher.ts'

/** A page that never reports that it has loaded. A publisher that waits for the report would send nothing. */
class Page {
  sent: string[][] = []
  destroyed = false
  isDestroyed = () => this.destroyed
  send = (channel: string, ...data: string[]) => void this.sent.push([channel.replace('portside:event:', ''), ...data])
  names = () => this.sent.map(([name]) => name)
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

test('sends an event’s name at once, without data and without waiting for the page', () => {
  const page = attach()
  publisher.publish('profileChanged')
  publisher.publish('profileChanged')
  expect(page.sent).toEqual([['profileChanged'], ['profileChanged']])
})

test('sends nothing without a page, or to one that is destroyed', () => {
  publisher.publish('catalogueChanged')
  const page = attach()
  expect(page.sent).toEqual([])
  page.destroyed = true
  publisher.publish('catalogueChanged')
  expect(page.sent).toEqual([])
})

test('sends to the latest page only', () => {
  const first = attach()
  const second = attach()
  publisher.publish('statusChanged')
  expect(first.sent).toEqual([])
  expect(second.names()).toEqual(['statusChanged'])
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
  expect(page.names()).toEqual(['routeRequested'])
})

test('sends only lockChanged while the app is locked, and each other event once after the unlock', () => {
  const page = attach()
  publisher.setLocked(true)
  publisher.publish('lockChanged')
  publisher.publish('invoicesChanged')
  publisher.requestRoute('/invoices/1')
  publisher.publish('invoicesChanged')
  publisher.publish('lockChanged')
  expect(page.names()).toEqual(['lockChanged', 'lockChanged'])
  page.sent = []
  publisher.setLocked(false)
  expect(page.names()).toEqual(['invoicesChanged', 'routeRequested'])
  page.sent = []
  publisher.setLocked(true)
  publisher.setLocked(false)
  expect(page.sent).toEqual([])
})

test('calls main’s listeners for every event, also without a page and while locked', () => {
  const heard: string[] = []
  publisher.onPublish((name) => heard.push(name))
  publisher.publish('invoicesChanged')
  publisher.setLocked(true)
  publisher.publish('sessionChanged')
  expect(heard).toEqual(['invoicesChanged', 'sessionChanged'])
})
