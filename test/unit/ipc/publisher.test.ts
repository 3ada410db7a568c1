import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { expect, test } from 'vitest'
import { createPublisher } from '../../../src/main/ipc/publisher.ts'

class Page extends EventEmitter {
  sent: unknown[][] = []
  isDestroyed = () => false
  send = (...message: unknown[]) => void this.sent.push(message)
}

test('what comes before the page listens is kept, the latest of each name, and sent once it has loaded', () => {
  const publisher = createPublisher()
  const page = new Page()
  publisher.goTo('/invoices/1')
  publisher.publish('catalogueChanged')
  publisher.publish('catalogueChanged')
  publisher.attach(page as unknown as WebContents)
  expect(page.sent).toEqual([])
  page.emit('did-finish-load')
  expect(page.sent).toEqual([
    ['portside:push:goTo', { path: '/invoices/1' }],
    ['portside:push:catalogueChanged', { revision: 2 }]
  ])
  publisher.publish('statusChanged')
  expect(page.sent).toHaveLength(3)
})

test('a reload holds pushes back until it is done; a change of route does not', () => {
  const publisher = createPublisher()
  const page = new Page()
  publisher.attach(page as unknown as WebContents)
  page.emit('did-finish-load')
  page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true })
  publisher.publish('profileChanged')
  expect(page.sent).toHaveLength(1)
  page.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
  publisher.publish('profileChanged')
  expect(page.sent).toHaveLength(1)
  page.emit('did-finish-load')
  expect(page.sent).toHaveLength(2)
})

test('main itself hears every push, page or not', () => {
  const publisher = createPublisher()
  const heard: string[] = []
  publisher.onPublish((name) => heard.push(name))
  publisher.publish('invoicesChanged')
  expect(heard).toEqual(['invoicesChanged'])
})

test('while the app is locked only the lock’s own push goes out; the rest comes after it, the latest of each name', () => {
  const publisher = createPublisher()
  const page = new Page()
  publisher.hold(true)
  publisher.attach(page as unknown as WebContents)
  publisher.publish('lockChanged')
  publisher.publish('invoicesChanged')
  publisher.goTo('/invoices/1')
  page.emit('did-finish-load')
  publisher.publish('invoicesChanged')
  publisher.goTo('/invoices/2')
  publisher.publish('lockChanged')
  expect(page.sent).toEqual([
    ['portside:push:lockChanged', { revision: 1 }],
    ['portside:push:lockChanged', { revision: 4 }]
  ])
  page.sent = []
  publisher.hold(false)
  expect(page.sent).toEqual([
    ['portside:push:invoicesChanged', { revision: 3 }],
    ['portside:push:goTo', { path: '/invoices/2' }]
  ])
  page.sent = []
  publisher.hold(true)
  publisher.hold(false)
  expect(page.sent).toEqual([])
})

test('what was held back waits for a page that is there to hear it', () => {
  const publisher = createPublisher()
  const page = new Page()
  publisher.attach(page as unknown as WebContents)
  publisher.hold(true)
  publisher.publish('sessionChanged')
  publisher.hold(false)
  expect(page.sent).toEqual([])
  page.emit('did-finish-load')
  expect(page.sent).toEqual([['portside:push:sessionChanged', { revision: 1 }]])
})

test('main itself hears what is held back from the page', () => {
  const publisher = createPublisher()
  const heard: string[] = []
  publisher.onPublish((name) => heard.push(name))
  publisher.hold(true)
  publisher.publish('invoicesChanged')
  expect(heard).toEqual(['invoicesChanged'])
})
