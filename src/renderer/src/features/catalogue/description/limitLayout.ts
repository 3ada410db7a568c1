/**
 * Limits what a sanitised description costs in layout. Chromium lays out a table by its grid, which `rowspan=65534 colspan=1000`
 * makes as large as it likes, and some elements inside each other by the square of their depth, or worse. An element beyond a
 * limit is replaced by its words.
 */
import { cut } from '../../../../../shared/i18n/format.ts'
import { createTextLimiter, limitText } from '../../../../../shared/i18n/text-limits.ts'

/** Of all tables together: each place of a grid, also one that is empty or that a span covers. */
export const MAX_CELLS = 1500
/** What a table costs beside its grid, in cells. */
export const CELLS_PER_TABLE = 5
export const MAX_SPAN = { columns: 50, rows: 500 } as const
export const MAX_DEPTH = 64
/**
 * Characters, without those of tags and pictures. Scripts that need shaping cost the square of a paragraph's length, and more on
 * short lines: the frame's style keeps boxes several letters wide (desktop/protocol.ts).
 */
export const MAX_TEXT = 20_000
/** Line breaks, in `pre` or as `br`. Each line opens the directions and marks around it again. Beyond, they become blanks. */
export const MAX_LINES = 2500
/** Different languages: Chromium looks for fonts for each. */
export const MAX_LANGUAGES = 50
/** Characters of a tooltip, and of the words in place of a picture. */
export const MAX_ATTRIBUTE = 1000
/** Bases and notes of ruby together: each lays out the paragraph again. */
export const MAX_RUBY = 100
/** Items times those with a number of their own: each numbers the others again. */
export const MAX_RENUMBERED = 10_000
/** Elements of one kind inside each other. */
export const MAX_NESTED: Readonly<Record<string, number>> = {
  ruby: 1,
  table: 6,
  details: 8,
  'bdo, [dir]': 4,
  'a, abbr, del, ins, mark, q, s, small, strike, sub, sup, u': 4,
  'dl, ol, ul': 12,
  blockquote: 12
}
const KINDS = Object.keys(MAX_NESTED)
/** Letters join across their edges. */
const INLINE =
  'a, abbr, b, bdo, cite, code, del, dfn, em, i, ins, kbd, mark, q, s, samp, small, span, strike, strong, sub, sup, time, u, var, wbr'

/** Changes the content in place. @returns whether the end of its text was left out */
export function limitLayout(content: DocumentFragment): boolean {
  limitNesting(content, 1, new Map())
  clampSpans(content)
  let cellsLeft = MAX_CELLS
  // Outer tables come first; those inside a replaced one are no longer in the content.
  for (const table of content.querySelectorAll('table')) {
    if (!content.contains(table)) continue
    const cells = CELLS_PER_TABLE + gridSize(table)
    if (cells > cellsLeft) replaceByWords(table)
    else cellsLeft -= cells
  }
  for (const part of [...content.querySelectorAll('rt, ruby')].slice(MAX_RUBY)) replaceByWords(part)
  const numbered = Math.floor(MAX_RENUMBERED / content.querySelectorAll('li').length)
  for (const item of [...content.querySelectorAll('li[value]')].slice(numbered)) item.removeAttribute('value')
  for (const line of [...content.querySelectorAll('br')].slice(MAX_LINES)) line.replaceWith(' ')
  limitLanguages(content)
  for (const element of content.querySelectorAll('[title]')) {
    element.setAttribute('title', limitText(cut(element.getAttribute('title') ?? '', MAX_ATTRIBUTE)))
  }
  return limitTexts(content)
}

/** The parser itself nests at most 512 elements. */
function limitNesting(parent: ParentNode, depth: number, outer: ReadonlyMap<string, number>): void {
  for (const element of [...parent.children]) {
    const nested = new Map(outer)
    for (const kind of KINDS) if (element.matches(kind)) nested.set(kind, (nested.get(kind) ?? 0) + 1)
    const isTooDeep = depth > MAX_DEPTH || KINDS.some((kind) => (nested.get(kind) ?? 0) > (MAX_NESTED[kind] ?? 0))
    if (isTooDeep) replaceByWords(element)
    else limitNesting(element, depth + 1, nested)
  }
}

/** Reads spans as layout does: their properties are what the browser understands of the attributes. */
function clampSpans(content: DocumentFragment): void {
  for (const cell of content.querySelectorAll<HTMLTableCellElement>('td, th')) {
    if (cell.colSpan > MAX_SPAN.columns) cell.colSpan = MAX_SPAN.columns
    if (cell.rowSpan > MAX_SPAN.rows) cell.rowSpan = MAX_SPAN.rows
    // Zero: all rows that follow.
    if (cell.rowSpan === 0) cell.removeAttribute('rowspan')
  }
  for (const column of content.querySelectorAll<HTMLTableColElement>('col, colgroup')) {
    if (column.span > MAX_SPAN.columns) column.span = MAX_SPAN.columns
  }
}

/** Rows times columns. At least as large as the real grid: a cell may fit into a gap that other cells leave. */
export function gridSize(table: HTMLTableElement): number {
  let columns = 0
  for (const { span } of table.querySelectorAll<HTMLTableColElement>('col, colgroup:not(:has(col))')) columns += span
  const rows = [...table.rows]
  /** Columns that spans limitText from the rows below them, and the rows where these spans end. */
  let taken = 0
  const freed = new Map<number, number>()
  for (const [at, row] of rows.entries()) {
    taken -= freed.get(at) ?? 0
    let own = 0
    let below = 0
    for (const { colSpan, rowSpan } of row.cells) {
      own += colSpan
      if (rowSpan === 1) continue
      below += colSpan
      freed.set(at + rowSpan, (freed.get(at + rowSpan) ?? 0) + colSpan)
    }
    columns = Math.max(columns, taken + own)
    taken += below
  }
  return Math.max(rows.length, 1) * columns
}

function limitLanguages(content: DocumentFragment): void {
  const kept = new Set<string>()
  for (const element of content.querySelectorAll('[lang]')) {
    const language = element.getAttribute('lang') ?? ''
    if (kept.size < MAX_LANGUAGES) kept.add(language)
    if (!kept.has(language)) element.removeAttribute('lang')
  }
}

/** Texts, and the words that stand in for pictures that can't be decoded. */
function limitTexts(content: DocumentFragment): boolean {
  const nodes = content.ownerDocument.createTreeWalker(content, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const limiter = createTextLimiter()
  let left = MAX_TEXT
  let linesLeft = MAX_LINES - content.querySelectorAll('br').length
  let isCut = false
  const limitText = (text: string): string => {
    isCut ||= text.length > left
    const limited = limiter.limit(text.slice(0, left).toWellFormed())
    left -= Math.min(left, text.length)
    return limited
  }
  while (nodes.nextNode()) {
    const node = nodes.currentNode
    if (node instanceof Element && !node.matches(INLINE)) limiter.endRun()
    if (node.nodeType === Node.TEXT_NODE) {
      const text = limitText(node.nodeValue ?? '')
      const isVerbatim = text.includes('\n') && node.parentElement?.closest('pre')
      node.nodeValue = isVerbatim ? text.replaceAll('\n', (line) => ((linesLeft -= 1) < 0 ? ' ' : line)) : text
    }
    if (node instanceof HTMLImageElement && node.alt !== '') node.alt = limitText(cut(node.alt, MAX_ATTRIBUTE))
  }
  return isCut || limiter.isFull()
}

function replaceByWords(element: Element): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const words: string[] = []
  while (texts.nextNode()) words.push(texts.currentNode.nodeValue ?? '')
  element.replaceWith(words.join(' '))
}
