import type { ReplyHead } from '../../src/main/provider/readers/paging-facts.ts'

/** What comes before a reply's body. */
export function headOf(headers: Record<string, string> = {}, status = 200): ReplyHead {
  const all = new Headers(headers)
  return { status, header: (name) => all.get(name), names: () => [...all.keys()] }
}
