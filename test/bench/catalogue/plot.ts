/** How the catalogue's figures grow with its size: the picture in docs/performance.md, drawn by hand, light and dark. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { count, type Sheet } from './sheet.ts'

const FILE = join(import.meta.dirname, '../../../docs/pictures/catalogue-growth.svg')

interface Line {
  name: string
  bar: string
  what: string
}

/** Of Portside's figures, as the table names them. All of them milliseconds. */
const LINES: readonly Line[] = [
  { name: 'first refresh', bar: 'P8', what: 'first refresh: the whole' },
  { name: 'refresh, nothing new', bar: 'P9', what: 'the same list again: the whole' },
  { name: 'launch', bar: 'P1', what: 'launch → catalogue on screen, median' },
  { name: 'longest stall of main', bar: 'P8', what: 'first refresh: longest stall of main' },
  { name: 'key → rows painted', bar: 'P4', what: 'key → rows painted, p95' },
  { name: 'last page of the list', bar: 'P7', what: 'the last 200 rows asked of the thread, p95' },
  { name: 'search', bar: 'P5', what: 'search, first 50 and how many, p95' }
]

const WIDTH = 760
const HEIGHT = 440
const LEFT = 70
const RIGHT = 540
const TOP = 24
const BOTTOM = 392
/** Between the names at the lines' ends. */
const APART = 18

interface Point {
  size: number
  ms: number
}

export function writePlot(sheet: Sheet, sizes: readonly number[]): void {
  writeFileSync(FILE, plotOf(sheet, sizes))
}

function plotOf({ figures }: Sheet, sizes: readonly number[]): string {
  const lines = LINES.flatMap(({ name, bar, what }, colour) => {
    const points = figures
      .filter((one) => one.by === 'Portside' && one.bar === bar && one.what === what && one.value > 0)
      .map(({ products, value }): Point => ({ size: products, ms: value }))
    return points.length > 0 ? [{ name, colour, points }] : []
  })
  const values = lines.flatMap(({ points }) => points.map(({ ms }) => ms))
  const lowest = Math.floor(Math.log10(Math.min(...values)))
  const highest = Math.ceil(Math.log10(Math.max(...values)))
  const first = Math.log10(sizes[0] ?? 1)
  const span = Math.log10(sizes.at(-1) ?? 1) - first || 1
  const x = (size: number): number => LEFT + ((Math.log10(size) - first) / span) * (RIGHT - LEFT)
  const y = (ms: number): number => BOTTOM - ((Math.log10(ms) - lowest) / (highest - lowest)) * (BOTTOM - TOP)

  const decades = Array.from({ length: highest - lowest + 1 }, (_, at) => 10 ** (lowest + at))
  const grid = decades.map(
    (ms) => `<path class="grid" d="M${LEFT} ${at(y(ms))}H${RIGHT}"/>${text(LEFT - 8, y(ms) + 4, time(ms), 'end')}`
  )
  const ticks = sizes.map(
    (size) =>
      `<path class="grid" d="M${at(x(size))} ${TOP}V${BOTTOM}"/>${text(x(size), BOTTOM + 20, count(size), 'middle')}`
  )
  const names = spread(lines.map(({ points }) => y(points.at(-1)?.ms ?? 1)))
  const drawn = lines.map(({ name, colour, points }, index) => {
    const way = points.map(({ size, ms }, step) => `${step === 0 ? 'M' : 'L'}${at(x(size))} ${at(y(ms))}`).join('')
    const dots = points.map(({ size, ms }) => `<circle cx="${at(x(size))}" cy="${at(y(ms))}" r="3"/>`).join('')
    const end = points.at(-1)
    const label = end ? text(RIGHT + 12, (names[index] ?? 0) + 4, `${name}, ${time(end.ms)}`, 'start') : ''
    return `<g class="line c${colour}"><path d="${way}"/>${dots}${label}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title">
<title id="title">Time by products in the catalogue, both on logarithmic scales: ${lines.map(({ name }) => name).join('; ')}</title>
<style>${STYLE}</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>
${[...grid, ...ticks, ...drawn].join('\n')}
${text((LEFT + RIGHT) / 2, HEIGHT - 8, 'products', 'middle')}
</svg>
`
}

/** Names that would lie over each other are moved down, in their order. */
function spread(places: readonly number[]): number[] {
  const order = places.map((place, index) => ({ place, index })).toSorted((a, b) => a.place - b.place)
  const moved = places.slice()
  let least = -Infinity
  for (const { place, index } of order) {
    least = Math.max(place, least + APART)
    moved[index] = least
  }
  return moved
}

const at = (value: number): string => value.toFixed(1)
const text = (x: number, y: number, words: string, anchor: string): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${words}</text>`

function time(ms: number): string {
  if (ms >= 1000) return `${short(ms / 1000)} s`
  return ms >= 0.1 ? `${short(ms)} ms` : `${short(ms * 1000)} µs`
}
const short = (value: number): string => String(Number(value.toPrecision(2)))

/** Light and dark, each with colours that stand out from the paper and from each other; every line has its name at its end. */
const COLOURS = [
  ['#b42318', '#ff8a7a'],
  ['#b54708', '#fdb022'],
  ['#1d4ed8', '#84adff'],
  ['#6941c6', '#bda8ff'],
  ['#0e7090', '#5fd0e6'],
  ['#3f6212', '#a6d65c'],
  ['#0f766e', '#4fd1bd']
] as const

const coloured = (theme: 0 | 1): string => COLOURS.map((pair, index) => `.c${index}{--line:${pair[theme]}}`).join('')

const STYLE = `
svg{--paper:#fff;--ink:#475467;--grid:#e4e7ec}${coloured(0)}
@media(prefers-color-scheme:dark){svg{--paper:#15181d;--ink:#aab3c0;--grid:#2b313a}${coloured(1)}}
.paper{fill:var(--paper)}.grid{stroke:var(--grid);fill:none}
text{fill:var(--ink);font:12px system-ui,sans-serif}
.line path{stroke:var(--line);stroke-width:2;fill:none;stroke-linejoin:round}
.line circle{fill:var(--line)}.line text{fill:var(--line);font-weight:600}
`
