/** Word differences of two texts. */

export interface Piece {
  kind: 'same' | 'out' | 'in'
  text: string
}

/** Below this share of common text, two whole texts are easier to compare. */
const LEAST_ALIKE = 0.35

/**
 * Pieces in reading order, removed before added. null: the texts have too little in common.
 * For about a thousand characters: takes words × words steps.
 */
export function wordDiff(before: string, after: string): Piece[] | null {
  const old = wordsOf(before)
  const now = wordsOf(after)
  const pieces: Piece[] = []
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  add(pieces, 'same', old.slice(0, start).join(''))
  between(old.slice(start, old.length - end), now.slice(start, now.length - end), pieces)
  add(pieces, 'same', old.slice(old.length - end).join(''))
  const same = pieces.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.length : sum), 0)
  return same / Math.max(before.length, after.length, 1) < LEAST_ALIKE ? null : gathered(pieces)
}

const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? []

function add(pieces: Piece[], kind: Piece['kind'], text: string): void {
  if (text === '') return
  const last = pieces.at(-1)
  if (last?.kind === kind) last.text += text
  else pieces.push({ kind, text })
}

/** Longest common subsequence of words. */
function between(old: readonly string[], now: readonly string[], pieces: Piece[]): void {
  const width = now.length + 1
  const longest = new Uint16Array((old.length + 1) * width)
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      longest[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      add(pieces, 'same', old[i] ?? '')
      i++
      j++
    } else if (i < old.length && (j === now.length || at(i + 1, j) >= at(i, j + 1))) add(pieces, 'out', old[i++] ?? '')
    else add(pieces, 'in', now[j++] ?? '')
  }
}

/** A lone space between two changes joins both, so that removed text stays in one piece. */
function gathered(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = []
  let out = ''
  let into = ''
  const put = (): void => {
    add(found, 'out', out)
    add(found, 'in', into)
    out = into = ''
  }
  pieces.forEach(({ kind, text }, place) => {
    const blank = kind === 'same' && text.trim() === '' && place > 0 && place < pieces.length - 1
    if (kind === 'same' && !(blank && (out !== '' || into !== ''))) {
      put()
      add(found, 'same', text)
      return
    }
    if (kind !== 'in') out += text
    if (kind !== 'out') into += text
  })
  put()
  return found
}
