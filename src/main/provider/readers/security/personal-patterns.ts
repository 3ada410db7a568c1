// Finds IP addresses and home folders, which are personal also where no stored value names them. Each pattern is bounded.
import { isIPv6 } from 'node:net'
import type { ValueKind } from '../../../../shared/models/diagnostics.ts'

export interface Span {
  start: number
  end: number
  kind: ValueKind
  /** Only the beginning of a word or a path, whose rest belongs to it. */
  isCut: boolean
}

/** Decimal, octal and hexadecimal numbers. Not a part of a longer row, such as a version with five numbers. */
const IPV4 = /(?<!\d)(?<!\d\.)(?:0x[\da-f]{1,2}|\d{1,4})(?:\.(?:0x[\da-f]{1,2}|\d{1,4})){3}(?!\d)(?!\.\d)/gi
/** In host names, such as ip-10-0-0-1. */
const DASHED_IPV4 = /(?<!\d)(?<!\d-)\d{1,3}(?:-\d{1,3}){3}(?!\d)(?!-\d)/g
/** One number, or fewer than four, as the host of a URL. */
const NUMBER_AS_HOST = /(?<=\/\/|@)(?:0x[\da-f]{1,8}|\d{1,10}(?:\.\d{1,10}){0,2})(?=[:/?#\s"'\])]|$)/gi
const IPV6_RUN = /[\da-f:.]{3,}/gi
const ZONE = /%[\w.~-]{1,32}/y
/** Names that stand for an IPv6 address in DNS and on Windows. */
const IPV6_NAMES = /(?:[\da-f]\.){4,32}ip6\.arpa|[\da-f-]{2,45}(?:s\w{1,16})?\.ipv6-literal\.net/gi
/** The beginnings of paths in which names of folders and files are personal, too. */
const HOME =
  /(?:\/home\/|\/Users\/|\/var\/folders\/|\/run\/user\/|\/root\/|(?<![a-z])[a-z]:[\\/]{1,4}Users[\\/]{1,4})/gi

/** @param strict for text that may be no text, such as a decoded word: short addresses would be found by chance */
export function findPatterns(text: string, strict: boolean): Span[] {
  const spans = [
    ...matches(text, IPV4, 'ip').filter(({ start, end }) => text.slice(start, end).split('.').every(isByte)),
    ...matches(text, DASHED_IPV4, 'ip').filter(({ start, end }) => text.slice(start, end).split('-').every(isByte)),
    ...findIpv6(text, strict)
  ]
  if (strict) return spans
  return [
    ...spans,
    ...matches(text, NUMBER_AS_HOST, 'ip'),
    ...matches(text, IPV6_NAMES, 'ip'),
    ...matches(text, HOME, 'path').map((span) => ({ ...span, isCut: true }))
  ]
}

const matches = (text: string, pattern: RegExp, kind: ValueKind): Span[] =>
  Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    kind,
    isCut: false
  }))

function isByte(written: string): boolean {
  if (/^0x/i.test(written)) return true
  return Number(written) <= 255 || (/^0[0-7]+$/.test(written) && Number.parseInt(written, 8) <= 255)
}

function findIpv6(text: string, strict: boolean): Span[] {
  const spans: Span[] = []
  for (const { index, 0: run } of text.matchAll(IPV6_RUN)) {
    const before = /^(?:\.|:(?!:))*/.exec(run)?.[0].length ?? 0
    const inner = run.slice(before).replace(/(?:\.|(?<!:):)$/, '')
    const start = index + before
    if (!isIpv6Like(inner, strict, isLetter(text[start - 1]) || isLetter(text[start + inner.length]))) continue
    ZONE.lastIndex = start + inner.length
    spans.push({ start, end: start + inner.length + (ZONE.exec(text)?.[0].length ?? 0), kind: 'ip', isCut: false })
  }
  return spans
}

/** @param isInWord a letter that is no hexadecimal digit stands beside it, as in `node::` */
function isIpv6Like(run: string, strict: boolean, isInWord: boolean): boolean {
  const isAddress = isIPv6(run)
  if (strict) return isAddress && run.length >= 7
  if (isInWord) return isAddress && (/\d/.test(run) || run.length >= 7)
  // With a port behind it, an address is none by the rules.
  return isAddress ? run !== '::' : (run.match(/:/g)?.length ?? 0) >= 7 || /[\da-f]::|::[\da-f]/i.test(run)
}

const isLetter = (unit: string | undefined): boolean => unit !== undefined && /[a-z_]/i.test(unit)
