import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import '../../../../src/renderer/src/ui/styles/base.css'

const GROUNDS = ['canvas', 'surface', 'sunken', 'raised', 'hover', 'selected']
const TEXTS = ['text', 'muted', 'accent', 'open', 'settled', 'void', 'error']
const OWN_GROUND = [
  ...['open', 'settled', 'void', 'error'].flatMap((state) => [
    [state, `${state}-soft`],
    ['text', `${state}-soft`]
  ]),
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-accent', 'error-fill'],
  ['text', 'mark'],
  ['muted', 'mark']
] as [string, string][]
const PAIRS = [...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)), ...OWN_GROUND]
/** Of controls; `line` only where contrast is asked for. */
const AROUND = ['line', 'line-strong', 'focus'].flatMap((line) =>
  ['canvas', 'surface', 'sunken', 'raised'].map((ground) => [line, ground] as const)
)
/** As in AccountAvatar.vue. */
const HUES = [285, 45, 145, 345, 245]

let pencil: CanvasRenderingContext2D
beforeAll(() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  pencil = context as unknown as CanvasRenderingContext2D
})
const preferContrast = (value: 'more' | ''): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-contrast', value }] })
afterEach(async () => {
  delete document.documentElement.dataset['theme']
  await preferContrast('')
})

/** A colour as the browser paints it, as WCAG's relative luminance. */
function luminance(colour: string): number {
  const probe = document.createElement('span')
  probe.style.color = colour
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
const contrast = (one: string, other: string): number => ratio(`var(--color-${one})`, `var(--color-${other})`)
function ratio(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'])('in the %s theme', (theme) => {
  test('every text can be read on every ground', () => {
    document.documentElement.dataset['theme'] = theme
    expect(PAIRS.filter(([text, ground]) => contrast(text, ground) < 4.5)).toEqual([])
  })
  test('every text has the contrast that is asked for, and so have borders and the focus ring', async () => {
    document.documentElement.dataset['theme'] = theme
    await preferContrast('more')
    expect(PAIRS.filter(([text, ground]) => contrast(text, ground) < 7)).toEqual([])
    expect(AROUND.filter(([line, ground]) => contrast(line, ground) < 4.5)).toEqual([])
    expect(getComputedStyle(document.documentElement).getPropertyValue('--ring')).toBe('3px')
  })
  test.each(HUES)('an account’s letters can be read on hue %i', async (hue) => {
    document.documentElement.dataset['theme'] = theme
    const ground = `oklch(from var(--color-accent-fill) l c ${hue})`
    expect(ratio('var(--color-on-accent)', ground)).toBeGreaterThan(4.5)
    await preferContrast('more')
    expect(ratio('var(--color-on-accent)', ground)).toBeGreaterThan(7)
  })
  test('fields and the focus ring stand out from what is around them', () => {
    document.documentElement.dataset['theme'] = theme
    expect(AROUND.filter(([line, ground]) => line !== 'line' && contrast(line, ground) < 3)).toEqual([])
  })
})

test('the two themes differ, and the chosen one wins over the system’s', () => {
  document.documentElement.dataset['theme'] = 'light'
  const light = luminance('var(--color-canvas)')
  document.documentElement.dataset['theme'] = 'dark'
  expect(luminance('var(--color-canvas)')).toBeLessThan(0.1)
  expect(light).toBeGreaterThan(0.8)
})
