import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import '../../../src/renderer/src/styles/base.css'

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised', 'hover', 'selected']
const TEXTS = ['text', 'muted', 'accent', 'open', 'settled', 'void', 'error']
const OWN_GROUND = [
  ...['open', 'settled', 'void', 'error'].flatMap((state) => [
    [state, `${state}-soft`],
    ['text', `${state}-soft`]
  ]),
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-accent', 'error-fill']
] as [string, string][]

let pencil: CanvasRenderingContext2D
beforeAll(() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  pencil = context as unknown as CanvasRenderingContext2D
})
afterEach(() => delete document.documentElement.dataset['theme'])

/** A token's colour as the browser paints it, as WCAG's relative luminance. */
function luminance(token: string): number {
  const probe = document.createElement('span')
  probe.style.color = `var(--color-${token})`
  document.body.append(probe)
  pencil.fillStyle = getComputedStyle(probe).color
  probe.remove()
  pencil.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = [...pencil.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((byte) => {
    const part = byte / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  test('every text can be read on every ground', () => {
    document.documentElement.dataset['theme'] = theme
    const pairs = [...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)), ...OWN_GROUND]
    const weak = pairs.filter(([text, ground]) => contrast(text, ground) < 4.5)
    expect(weak).toEqual([])
  })
  test('fields and the focus ring stand out from what is around them', () => {
    document.documentElement.dataset['theme'] = theme
    const around = ['canvas', 'surface', 'sunken', 'raised']
    const weak = around.flatMap((ground) =>
      ['line-strong', 'focus'].filter((line) => contrast(line, ground) < 3).map((line) => [line, ground])
    )
    expect(weak).toEqual([])
  })
})

test('the two themes differ, and the chosen one wins over the system’s', () => {
  document.documentElement.dataset['theme'] = 'light'
  const light = luminance('canvas')
  document.documentElement.dataset['theme'] = 'dark'
  expect(luminance('canvas')).toBeLessThan(0.1)
  expect(light).toBeGreaterThan(0.8)
})
