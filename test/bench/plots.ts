/** Plots as SVG text: samples in the order in which they were taken, a line with dots for each series. */

const WIDTH = 640
const HEIGHT = 320
const EDGE = { top: 48, right: 16, bottom: 28, left: 56 }
const COLOURS = ['#0b6e99', '#b45309', '#4d7c0f']
const LINES = 4

export type Series = Readonly<Record<string, readonly number[]>>

export function plotOf(title: string, series: Series): string {
  const names = Object.keys(series)
  const top = niceTop(Math.max(0, ...Object.values(series).flat()))
  const y = (value: number): number => HEIGHT - EDGE.bottom - (value / top) * (HEIGHT - EDGE.top - EDGE.bottom)
  const grid = Array.from({ length: LINES + 1 }, (_, line) => (top * line) / LINES).map(
    (value) =>
      `<path d="M${EDGE.left} ${y(value)}H${WIDTH - EDGE.right}" stroke="#ddd"/>` +
      `<text x="${EDGE.left - 8}" y="${y(value) + 4}" text-anchor="end">${value}</text>`
  )
  const legend = names.map(
    (name, at) => `<text x="${EDGE.left + at * 180}" y="40" fill="${COLOURS[at] ?? '#000'}">● ${escape(name)}</text>`
  )
  const lines = Object.values(series).map((samples, at) => {
    const step = (WIDTH - EDGE.left - EDGE.right) / Math.max(1, samples.length - 1)
    const points = samples.map((value, index) => `${(EDGE.left + index * step).toFixed(1)},${y(value).toFixed(1)}`)
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[at] ?? '#000'}" stroke-width="1.5"/>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${EDGE.left}" y="20" font-size="14" font-weight="bold">${escape(title)}</text>`,
    ...[...legend, ...grid, ...lines],
    '</svg>\n'
  ].join('\n')
}

/** The next of 1, 2, 4 or 8 times a power of ten: all of them have four whole parts. */
export function niceTop(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 8, 10].map((times) => times * power).find((top) => top >= value) ?? 10 * power
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
