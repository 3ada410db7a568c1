/** A list in pages, answered by whichever parameter a request has: a page's number, an offset, a cursor or the last record's id. */
import type { ApiServer } from './api-server.ts'

interface PageFacts {
  page: { id: string }[]
  /** How many records come before it. */
  from: number
  /** As the request numbers it. */
  number: number
  /** Without its query. */
  url: string
}

/** The body around a page. */
export type PagedReply = (facts: PageFacts) => unknown

interface PagedList {
  records: { id: string }[]
  size: number
  reply: PagedReply
  /** Pages from this record on are answered by an error. */
  failsFrom?: number
}

export function respondInPages(
  server: ApiServer,
  path: string,
  { records, size, reply, failsFrom = Infinity }: PagedList
): void {
  server.respondWith(path, (request) => {
    const url = new URL(request.url)
    const { from, number } = placeOf(url.searchParams, records, size)
    if (from >= failsFrom) return Response.json({ message: 'No' }, { status: 500 })
    const page = records.slice(from, from + size)
    return Response.json(reply({ page, from, number, url: url.origin + url.pathname }))
  })
}

function placeOf(query: URLSearchParams, records: { id: string }[], size: number): { from: number; number: number } {
  const numberOf = (name: string): number | null => (query.has(name) ? Number(query.get(name)) : null)
  const counted = numberOf('p')
  if (counted !== null) return { from: counted * size, number: counted }
  const after = query.get('starting_after')
  const cursor = query.get('cursor')
  const number = Math.max(1, numberOf('page') ?? 1)
  const from =
    numberOf('offset') ??
    numberOf('from') ??
    (cursor === null ? null : Number(cursor.slice(1))) ??
    (after === null ? null : records.findIndex(({ id }) => id === after) + 1) ??
    (number - 1) * size
  return { from, number }
}
