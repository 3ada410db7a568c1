import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { expect, test } from 'vitest'
import { isOwnPage } from '../../../src/main/ipc/serve.ts'

const ORIGIN = 'app://portside'
const frame = { url: `${ORIGIN}/index.html#/catalogue`, detached: false }
const withFrame = (mainFrame: object): WebContents => ({ isDestroyed: () => false, mainFrame }) as WebContents
const own = withFrame(frame)
const event = (more: object = {}): IpcMainInvokeEvent =>
  ({ sender: own, senderFrame: frame, ...more }) as unknown as IpcMainInvokeEvent
/** From a window's top frame at this address. */
const from = (url: string): [IpcMainInvokeEvent, WebContents] => {
  const shown = { ...frame, url }
  const contents = withFrame(shown)
  return [event({ sender: contents, senderFrame: shown }), contents]
}

test('accepts our own page', () => {
  expect(isOwnPage(event(), own, ORIGIN)).toBe(true)
})

test('accepts the page after a crash, whose frame Electron calls detached', () => {
  const again = { ...frame, detached: true }
  const contents = withFrame(again)
  expect(isOwnPage(event({ sender: contents, senderFrame: again }), contents, ORIGIN)).toBe(true)
})

test.each([
  ['no window', event(), null],
  ['a destroyed window', event(), { isDestroyed: () => true } as WebContents],
  ['another sender', event({ sender: {} }), own],
  ['a frame that is gone', event({ senderFrame: null }), own],
  ['a frame that the window has left, or one inside the page', event({ senderFrame: { ...frame } }), own],
  ['another origin', ...from('https://evil.example/')],
  ['a look-alike origin', ...from('app://portside.evil/index.html')],
  ['a longer path', ...from(`${ORIGIN}/index.htmlX`)],
  ['another document of ours', ...from(`${ORIGIN}/description/p1`)]
])('%s is kept out', (_name, forged, contents) => {
  expect(isOwnPage(forged, contents, ORIGIN)).toBe(false)
})
