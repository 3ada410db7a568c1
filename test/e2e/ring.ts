import type { Page } from '@playwright/test'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Distance of the ring from its edge, and the part of rounded corners that is left out, px. */
const REACH = 4
const CORNER = 10

/** @returns the edges of the box, in the window, along which the focus ring has a gap; none when it is whole */
export async function brokenEdges(page: Page, box: Box): Promise<string[]> {
  const picture = (await page.screenshot()).toString('base64')
  return page.evaluate(
    async ({ picture, box, REACH, CORNER }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      if (!canvas) throw new Error('no canvas')
      const scale = image.width / innerWidth
      const sample = document.body.appendChild(document.createElement('i'))
      sample.style.color = 'var(--color-focus)'
      canvas.fillStyle = getComputedStyle(sample).color
      sample.remove()
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
      canvas.drawImage(image, 0, 0)
      const isRing = (x: number, y: number): boolean => {
        const [r = 0, g = 0, b = 0] = canvas.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data
        return Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) < 24
      }
      const across = Array.from({ length: 2 * REACH + 1 }, (_, n) => n - REACH)
      const along = (length: number): number[] =>
        Array.from({ length: Math.floor((length - 2 * CORNER) / 2) }, (_, n) => CORNER + 2 * n)
      const { x, y, width, height } = box
      const edges = {
        top: along(width).every((at) => across.some((off) => isRing(x + at, y + off))),
        bottom: along(width).every((at) => across.some((off) => isRing(x + at, y + height - 1 + off))),
        left: along(height).every((at) => across.some((off) => isRing(x + off, y + at))),
        right: along(height).every((at) => across.some((off) => isRing(x + width - 1 + off, y + at)))
      }
      return Object.entries(edges).flatMap(([edge, whole]) => (whole ? [] : [edge]))
    },
    { picture, box, REACH, CORNER }
  )
}
