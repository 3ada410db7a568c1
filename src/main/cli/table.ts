/**
 * Tables of text for a terminal, in columns as wide as the terminal shows them. Widths come from Unicode scripts, which the engine knows:
 * string-width knows rarer characters, but brings two packages of tables.
 */
import { oneLine } from '../../shared/i18n/format.ts'

export interface TextColumn {
  heading: string
  isRight?: boolean
  cells: readonly string[]
  /** The narrowest that its cells may be cut to. Absent: they are never cut, because a cut amount would look like another one. */
  least?: number
  /** Without room, the column with the highest number goes first. Absent: it stays. */
  leaves?: number
}

const GAP = '  '
/** Of each cell, also where nothing is cut to the terminal: a provider's text may have megabytes. */
const MOST_WIDE = 100
/** Characters that are looked at: accents and joiners add some that have no width. */
const MOST_READ = 1000

/**
 * @param width of the terminal; null: there is none
 * @returns lines; with too little room even for columns that stay, each row as a list of headings and cells
 */
export function tableText(columns: readonly TextColumn[], width: number | null): string {
  const filled = columns.map(measure).filter(({ cells }) => cells.some(({ wide }) => wide > 0))
  const kept = leaveOut(filled, width)
  if (width !== null && leastWidth(kept) > width) return listText(filled)
  shrink(kept, width)
  const rows = kept[0]?.cells.length ?? 0
  const lines = [kept.map((column) => padded(column, column.heading))]
  for (let row = 0; row < rows; row += 1) lines.push(kept.map((column) => padded(column, column.cells[row] ?? NOTHING)))
  return lines.map((cells) => `${cells.join(GAP).trimEnd()}\n`).join('')
}

interface Measured extends Omit<TextColumn, 'heading' | 'cells'> {
  heading: Cell
  cells: Cell[]
  wide: number
}
interface Cell {
  text: string
  wide: number
}
const NOTHING: Cell = { text: '', wide: 0 }

function measure({ heading, cells, ...column }: TextColumn): Measured {
  const measured = cells.map((text) => cellOf(text, MOST_WIDE))
  const head = cellOf(heading, MOST_WIDE)
  return {
    ...column,
    heading: head,
    cells: measured,
    wide: measured.reduce((most, { wide }) => Math.max(most, wide), head.wide)
  }
}

const sumOf = (widths: readonly number[]): number =>
  widths.reduce((sum, wide) => sum + wide, 0) + GAP.length * Math.max(widths.length - 1, 0)

const leastOf = ({ least, wide }: Measured): number => Math.min(least ?? wide, wide)
const leastWidth = (columns: readonly Measured[]): number => sumOf(columns.map(leastOf))

function leaveOut(columns: Measured[], width: number | null): Measured[] {
  if (width === null || leastWidth(columns) <= width) return columns
  const [first] = columns
    .filter(({ leaves }) => leaves !== undefined)
    .toSorted((a, b) => (b.leaves ?? 0) - (a.leaves ?? 0))
  return first === undefined
    ? columns
    : leaveOut(
        columns.filter((column) => column !== first),
        width
      )
}

/** The widest column that may be cut gives one place at a time. */
function shrink(columns: Measured[], width: number | null): void {
  if (width === null) return
  for (let excess = sumOf(columns.map(({ wide }) => wide)) - width; excess > 0; excess -= 1) {
    const [widest] = columns.filter((column) => column.wide > leastOf(column)).toSorted((a, b) => b.wide - a.wide)
    if (widest) widest.wide -= 1
  }
}

function padded({ wide, isRight = false }: Measured, cell: Cell): string {
  const { text, wide: own } = cell.wide > wide ? cellOf(cell.text, wide) : cell
  const room = ' '.repeat(Math.max(wide - own, 0))
  return isRight ? room + text : text + room
}

function listText(columns: readonly Measured[]): string {
  const rows = columns[0]?.cells.length ?? 0
  const blocks = Array.from({ length: rows }, (_none, row) =>
    columns
      .filter(({ cells }) => (cells[row] ?? NOTHING).wide > 0)
      .map(({ heading, cells }) => `${heading.text}: ${cells[row]?.text ?? ''}\n`)
      .join('')
  )
  return blocks.join('\n')
}

/** Of a provider's text: no control characters, no line breaks, cut with an ellipsis. */
function cellOf(text: string, most: number): Cell {
  const line = oneLine(text.slice(0, MOST_READ)).replaceAll(/\s+/g, ' ').trim()
  // Most texts, and a list may have 250,000 rows: dividing them into graphemes would take most of the time.
  if (text.length <= most && NARROW.test(line)) return { text: line, wide: line.length }
  let kept = ''
  let wide = 0
  for (const { segment } of segmenter.segment(line)) {
    const own = widthOf(segment)
    if (wide + own > most) return cutCell(kept, most)
    kept += segment
    wide += own
  }
  return text.length > MOST_READ ? cutCell(kept, most) : { text: kept, wide }
}

function cutCell(text: string, most: number): Cell {
  const segments = [...segmenter.segment(text)].map(({ segment }) => segment)
  let wide = segments.reduce((sum, segment) => sum + widthOf(segment), 0)
  while (wide > most - 1 && segments.length > 0) wide -= widthOf(segments.pop() ?? '')
  return { text: `${segments.join('')}…`, wide: wide + 1 }
}

/** Latin letters, punctuation and currency signs: a place each. */
const NARROW = /^[ -~\u00A0-\u02FF\u2010-\u2027\u2030-\u205E\u20A0-\u20CF]*$/
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** East Asian Wide and Fullwidth (Unicode 17, UAX #11): the engine has no property for them. Emoji count as wide. */
const WIDE =
  /[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\u3247\u3250-\u4DBF\u4E00-\uA4C6\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]/u
/** One picture, however many characters it is made of: flags, keycaps, skin tones, families. */
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{Extended_Pictographic}.*\u200D\p{Extended_Pictographic})/u
/**
 * As in wcwidth of the C library, by which terminals go: spacing marks, such as vowels of Devanagari, have a place.
 * U+1160 to U+11FF and U+D7B0 to U+D7FF end a Korean syllable.
 */
const WITHOUT_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\u1160-\u11FF\uD7B0-\uD7FF]/u

/** Places that a terminal gives to a text. */
export const textWidth = (text: string): number =>
  NARROW.test(text) ? text.length : [...segmenter.segment(text)].reduce((sum, { segment }) => sum + widthOf(segment), 0)

/** Places that a terminal gives to a letter with its accents, to a syllable, or to an emoji. */
function widthOf(grapheme: string): number {
  if (/^[ -~]$/.test(grapheme)) return 1
  if (EMOJI.test(grapheme)) return 2
  return [...grapheme].reduce((sum, character) => sum + characterWidth(character), 0)
}

const characterWidth = (character: string): number => (WITHOUT_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1)
