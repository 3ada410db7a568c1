/** Recognises a web page where data was expected, and whether it checks for bots. */

/** The part of Reply that is needed: reply.ts imports this module. */
interface PageReply {
  status: number
  header(name: string): string | null
}

/** Headers that only a bot check has. */
const HEADERS: readonly [name: string, value: RegExp][] = [
  ['cf-mitigated', /^challenge$/i],
  ['x-amzn-waf-action', /^(captcha|challenge)$/i]
]

/** What a bot check says, whatever its status. */
const WORDS = /<title>\s*just a moment|_incapsula_|checking your browser|verify(ing)? (that )?you are (a )?human/i
/** Other pages may have these too, but not with a status that refuses. */
const SCRIPTS = /captcha|cf[-_]chl|challenge-platform|ddos-guard/i
const REFUSING: readonly number[] = [403, 405, 429, 503]

/** Servers that answer 403 with their own page only when they block a request. */
const FIREWALLS = /^(cloudflare|ddos-guard|sucuri|akamaighost)\b/i

/** In characters: a check says what it is in its head. */
const LONGEST_LOOK = 64 * 1024

export type WebPage = 'botCheck' | 'html'

/** @returns null for anything but a web page */
export function webPageIn(reply: PageReply, text: string): WebPage | null {
  if (HEADERS.some(([name, value]) => value.test(reply.header(name)?.trim() ?? ''))) return 'botCheck'
  if (!isHtml(reply, text)) return null
  const { status } = reply
  const start = text.slice(0, LONGEST_LOOK)
  if (WORDS.test(start) || (REFUSING.includes(status) && SCRIPTS.test(start))) return 'botCheck'
  return status === 403 && FIREWALLS.test(reply.header('server')?.trim() ?? '') ? 'botCheck' : 'html'
}

function isHtml(reply: PageReply, text: string): boolean {
  return (
    /^\s*(<!--.*?-->\s*)?<(!doctype html|html|head|body)\b/is.test(text.slice(0, 2000)) ||
    (/^\s*text\/html\b/i.test(reply.header('content-type') ?? '') && /^\s*</.test(text))
  )
}
