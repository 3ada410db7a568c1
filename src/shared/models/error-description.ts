import { toErrorInfo } from '../ipc/error.ts'

const MOST_FRAMES = 20
const MOST_CAUSES = 3
const LONGEST_CALLER = 120
const LONGEST_PLACE = 120

/**
 * An error's message may quote a response, a URL or a secret, so only its name, its code and its stack frames are written. A
 * frame's file is named from the app's folder on, because the folders above have the user's name.
 */
export function describeError(error: unknown): string {
  const lines: string[] = []
  let at: unknown = error
  for (let depth = 0; depth <= MOST_CAUSES && (depth === 0 || at !== undefined); depth += 1) {
    lines.push(...describeOne(at, depth === 0 ? '' : '  caused by '))
    at = at instanceof Error ? at.cause : undefined
  }
  return lines.join('\n')
}

function describeOne(error: unknown, prefix: string): string[] {
  if (!(error instanceof Error)) return [`${prefix}thrown ${typeof error}`]
  // V8's stack begins with the message, which has lines of its own. If it was changed since, the frames can't be told from it.
  const head = error.message === '' ? `${error.name}\n` : `${error.name}: ${error.message}\n`
  const stack = error.stack ?? ''
  const frames = stack.startsWith(head) ? stack.slice(head.length).split('\n', MOST_FRAMES).map(frameOf) : []
  return [`${prefix}${titleOf(error)}`, ...frames.filter((frame) => frame !== null)]
}

/** The name, and the code of the app's own or of the system's error. */
function titleOf(error: Error): string {
  const { code, found } = { found: undefined, ...toErrorInfo(error) }
  const own = error.name === 'AppError' ? [code, found] : [codeOf(error)]
  return [/^\w{1,60}$/.test(error.name) ? error.name : 'Error', ...own.filter(Boolean)].join(' ')
}

function codeOf(error: Error): string | null {
  const code = 'code' in error ? String(error.code) : ''
  return /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : null
}

/** A line of a stack. @returns null for one that isn't a frame */
function frameOf(line: string): string | null {
  const text = line.trim()
  if (!text.startsWith('at ') || text.length > 2000) return null
  const open = text.lastIndexOf('(')
  const place = open === -1 ? text.slice(text.lastIndexOf(' ') + 1) : text.slice(open + 1).replace(/\)$/, '')
  const caller = open === -1 ? 'at' : text.slice(0, open).trim()
  return `    ${caller.replaceAll(/[^\w$.<>[\]# ]/g, '?').slice(0, LONGEST_CALLER)} (${placeOf(place).slice(-LONGEST_PLACE)})`
}

function placeOf(place: string): string {
  if (/^[\w<> ]*$/.test(place) || place.startsWith('node:')) return place.replaceAll(/[^\w<> :/.-]/g, '?')
  const path = place.replaceAll('\\', '/')
  const app = path.lastIndexOf('/out/')
  const shown = app === -1 ? path.slice(path.lastIndexOf('/') + 1) : path.slice(app + 1)
  return shown.replaceAll(/[^\w:/.-]/g, '?')
}

/** In lines: a title and frames, of an error and its causes. */
const MOST_LINES = (MOST_CAUSES + 1) * (MOST_FRAMES + 1)
const TITLE = /^( {2}caused by )?(thrown )?\w{1,60}( \w{1,40}){0,2}$/
const FRAME = /^ {4}at[\w$.<>[\]#? ]{0,200} \([\w<> ?:/.-]{0,200}\)$/

/** Whether a text that the page sent has the form of describeError's. A page under attack can still forge words and addresses. */
export function isErrorDescription(text: string): boolean {
  const lines = text.split('\n', MOST_LINES + 1)
  return lines.length <= MOST_LINES && lines.every((line) => (line.startsWith('    ') ? FRAME : TITLE).test(line))
}
