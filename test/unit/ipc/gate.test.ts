import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { expect, test } from 'vitest'
import { isOwnPage } from '../../../src/main/ipc/serve.ts'

const ORIGIN = 'app://portside'
const own = { isDestroyed: () => false } as WebContents
const frame = { url: `${ORIGIN}/index.html#/catalogue`, detached: false, parent: null }
const event = (more: object = {}): IpcMainInvokeEvent =>
  ({ sender: own, senderFrame: frame, ...more }) as unknown as IpcMainInvokeEvent

test('accepts our own page', () => {
  expect(isOwnPage(event(), own, ORIGIN)).toBe(true)
})

test.each([
  ['no window', event(), null],
  ['a destroyed window', event(), { isDestroyed: () => true } as WebContents],
  ['another sender', event({ sender: {} }), own],
  ['a frame that is gone', event({ senderFrame: null }), own],
  ['a detached frame', event({ senderFrame: { ...frame, detached: true } }), own],
  ['a frame inside the page', event({ senderFrame: { ...frame, parent: frame } }), own],
  ['another origin', event({ senderFrame: { ...frame, url: 'https://evil.example/' } }), own],
  ['a look-alike origin', event({ senderFrame: { ...frame, url: 'app://portside.evil/index.html' } }), own],
  ['a longer path', event({ senderFrame: { ...frame, url: `${ORIGIN}/index.htmlX` } }), own],
  ['another document of ours', event({ senderFrame: { ...frame, url: `${ORIGIN}/description/p1` } }), own]
])('%s is kept out', (_name, forged, contents) => {
  expect(isOwnPage(forged, contents, ORIGIN)).toBe(false)
})
