/**
 * Limits what makes Chromium's layout quadratic: marks on one letter, letters that join without a place to break the line, and
 * changes between scripts or directions. Such text is no one's name or language, but 100 kB of it freezes the page.
 */
import type { Json } from '../models/json.ts'
import { cut } from './format.ts'

/** Tibetan and Hebrew with all their signs have fewer, as have the flags of regions among the emoji. */
export const MAX_MARKS = 8
/**
 * Characters in a row without a blank. Letters join, or are kerned, across any other sign, and each line shapes the rest of the
 * row again. Beyond, a blank is put in.
 */
export const MAX_RUN = 500
/** Changes from one script to another, or to signs and digits. What follows is left out. */
export const MAX_CHANGES = 5000
/** Each bracket that is opened inside so many others counts as a change. */
const MAX_OPEN = 50

/** Below, there are neither marks nor changes. */
const FIRST = '\u0300'
/** Invisible, and letters join across it. */
const SOFT_HYPHEN = '\u00ad'
const PLAIN = /^[^\u{300}-\u{10ffff}\u{ad}]*$/u
const MARK = /[\p{M}\p{Cf}]/u
/** Blanks end a row, unless no line may break at them. */
const GAPS = String.raw`\t-\r \u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000`
/** Lines may break between any two of these. */
const BREAKABLE = new RegExp(String.raw`[${GAPS}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\uac00-\ud7a3]`, 'u')
/** From the beginning of a row: to try each of its letters would take the square of its length. */
const LONG_RUN = new RegExp(`(?<![^${GAPS}])[^${GAPS}]{${MAX_RUN + 1}}`)
const LAST_RUN = new RegExp(`(?<![^${GAPS}])[^${GAPS}]*$`)
const GAP = new RegExp(`[${GAPS}]`)
const BLANK = /\s/
const BLANK_ONLY = /^\s*$/
const BRACKET = /[\p{Ps}\p{Pe}]/gu
const OPENING = /\p{Ps}/u
const SIGN = /[\p{N}\p{P}\p{S}]/u
/** Salutations of Arabic: up to 18 letters in one. */
const LETTERS_IN_ONE = /[\ufdf0-\ufdff]/
/** They change the direction, unlike the joiners that Persian and emoji need. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/
/** Letters of most scripts are in one block of this many characters. These have several. */
const BLOCK_BITS = 7
const WIDE_SCRIPTS = [
  ...[/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Arabic}/u, /\p{sc=Greek}/u, /\p{sc=Armenian}/u, /\p{sc=Ethiopic}/u],
  ...[/\p{sc=Hangul}/u, /\p{sc=Canadian_Aboriginal}/u, /\p{sc=Yi}/u]
]

/** Nearly the script: the same number for characters that are laid out together. */
function kindOf(character: string): number {
  // Different from each other: each is a change.
  if (LETTERS_IN_ONE.test(character)) return Number.NaN
  if (character < FIRST || SIGN.test(character)) return 0
  if (BREAKABLE.test(character)) return -1
  const wide = WIDE_SCRIPTS.findIndex((script) => script.test(character))
  return wide < 0 ? WIDE_SCRIPTS.length + ((character.codePointAt(0) ?? 0) >> BLOCK_BITS) : wide
}

interface Traits {
  isMark: boolean
  /** Letters neither join nor are kerned across it. */
  ends: boolean
  /** null: it goes with the characters before it. */
  kind: number | null
}

function traitsOf(character: string): Traits {
  const isPlain = character < FIRST && character !== SOFT_HYPHEN
  const isMark = !isPlain && MARK.test(character)
  const isNeutral = BLANK.test(character) || (isMark && !DIRECTION.test(character))
  return {
    isMark,
    ends: isPlain ? GAP.test(character) : !isMark && BREAKABLE.test(character),
    kind: isNeutral ? null : kindOf(character)
  }
}

/** Ten patterns for each character would stop main for 0.1 s. */
const known = new Map<string, Traits>()
const MOST_KNOWN = 5000
function knownTraitsOf(character: string): Traits {
  const before = known.get(character)
  if (before) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const traits = traitsOf(character)
  known.set(character, traits)
  return traits
}

interface TextLimiter {
  limit(text: string): string
  /** What follows begins another block: its letters don't join those before it. */
  endRun(): void
  /** Text was left out. */
  isFull(): boolean
}

/** For texts that are shown one after another: a letter's marks may be in the next one. */
export function createTextLimiter(): TextLimiter {
  let marks = 0
  let run = 0
  let kind = 0
  let changes = 0
  let open = 0

  const bracket = (character: string): void => {
    open = OPENING.test(character) ? open + 1 : Math.max(0, open - 1)
    if (open > MAX_OPEN) changes += 1
  }
  const add = (kept: string[], character: string): void => {
    const traits = knownTraitsOf(character)
    marks = traits.isMark ? marks + 1 : 0
    if (marks > MAX_MARKS) return
    run = traits.ends ? 0 : run + 1
    if (run > MAX_RUN && !traits.isMark) {
      kept.push(' ')
      run = 1
    }
    kept.push(character)
    if (traits.kind === null) return
    if (traits.kind !== kind) changes += 1
    kind = traits.kind
  }
  return {
    limit(text) {
      if (changes > MAX_CHANGES) return ''
      for (const [character] of text.matchAll(BRACKET)) bracket(character)
      if (changes > MAX_CHANGES) return '…'
      const gap = text.search(GAP)
      if (PLAIN.test(text) && run + (gap < 0 ? text.length : gap) <= MAX_RUN && !LONG_RUN.test(text)) {
        if (!BLANK_ONLY.test(text)) {
          if (kind !== 0) changes += 1
          marks = kind = 0
        }
        run = gap < 0 ? run + text.length : (LAST_RUN.exec(text)?.[0].length ?? 0)
        return text
      }
      const kept: string[] = []
      for (const character of text) {
        add(kept, character)
        if (changes <= MAX_CHANGES) continue
        kept.push('…')
        break
      }
      return kept.join('')
    },
    endRun: () => {
      run = 0
    },
    isFull: () => changes > MAX_CHANGES
  }
}

/** Text of a provider, safe to lay out. Text within the limits stays as it is. Takes linear time. */
export const limitText = (text: string): string => createTextLimiter().limit(text)

/** In characters. Longer texts slow the page down. */
const RAW_LIMIT = 200_000

/** JSON of a received record, indented unless it is cut. */
export function rawText(raw: { [name: string]: Json }): string {
  const compact = JSON.stringify(raw)
  return compact.length > RAW_LIMIT ? cut(compact, RAW_LIMIT) : JSON.stringify(raw, null, 2)
}
