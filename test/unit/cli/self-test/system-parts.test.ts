import { describe, expect, it, vi } from 'vitest'
import {
  hasTwoColours,
  makeTrayIcon,
  notificationExemption,
  waitForFrame
} from '../../../../src/main/cli/self-test/system-parts.ts'

const electron = vi.hoisted(() => ({ supported: true, isEmpty: false, trays: [] as { destroyed: boolean }[] }))
vi.mock('electron', () => ({
  Notification: { isSupported: () => electron.supported },
  Tray: class {
    destroyed = false
    constructor() {
      electron.trays.push(this)
    }
    destroy(): void {
      this.destroyed = true
    }
  }
}))
vi.mock('../../../../src/main/desktop/tray/tray-icons.ts', () => ({
  createTrayPictures: () => ({ current: () => ({ plain: { isEmpty: () => electron.isEmpty } }) })
}))

type Contents = Parameters<typeof waitForFrame>[0]
const image = (...bytes: number[]): object => ({
  isEmpty: () => bytes.length === 0,
  toBitmap: () => Buffer.from(bytes)
})
const BLANK = image(1, 2, 3, 4, 1, 2, 3, 4)

/** Its pictures one after another; null: there is none yet. The last one stays. */
const contents = (...pictures: (object | null)[]): Contents =>
  ({
    capturePage: () => {
      const picture = pictures.length > 1 ? pictures.shift() : pictures[0]
      return picture ? Promise.resolve(picture) : Promise.reject(new Error('Current display surface not available'))
    }
  }) as unknown as Contents

describe('a frame', () => {
  it('is there once the page shows more than one colour', async () => {
    const pictures = [null, image(), BLANK, image(1, 2, 3, 4, 1, 2, 3, 5)]
    await waitForFrame(contents(...pictures), new AbortController().signal)
  })

  it('never comes from a blank page', async () => {
    const control = new AbortController()
    const waiting = waitForFrame(contents(BLANK), control.signal)
    control.abort(new Error('late'))
    await expect(waiting).rejects.toThrow()
  })

  it.each([
    [[], false],
    [[1, 2, 3, 4], false],
    [[1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4], false],
    [[1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 9, 4], true],
    // The bytes of a pixel may differ from one another.
    [[0, 0, 0, 255, 0, 0, 0, 255], false]
  ])('of the pixels %j has two colours: %s', (bytes, expected) => {
    expect(hasTwoColours(Buffer.from(bytes))).toBe(expected)
  })
})

it('the tray icon is given back, and a picture that is missing from the package is an error', () => {
  makeTrayIcon()
  expect(electron.trays).toMatchObject([{ destroyed: true }])
  electron.isEmpty = true
  expect(makeTrayIcon).toThrow('can’t be read')
})

it('a notification is made only where that has no effect that stays', () => {
  expect(notificationExemption('linux')).toBeNull()
  electron.supported = false
  expect(notificationExemption('linux')).toContain('libnotify')
  // Not even asked there: the first call has the same effects.
  expect(notificationExemption('darwin')).toContain('permission')
  expect(notificationExemption('win32')).toContain('registry')
})
