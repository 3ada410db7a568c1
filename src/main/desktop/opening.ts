/** Other programs that the app starts or asks for something. */
import { shell } from 'electron'
import { AppError } from '../../shared/ipc/error.ts'
import type { Opener } from '../ports/index.ts'

/** More than anybody opens. A page could ask without end, and each start takes a process of the system's. */
export const MOST_A_MINUTE = 30
const MINUTE_MS = 60_000

/** By `performance.now()`, the oldest first. */
let opened: number[] = []

/** Call before each. @throws BAD_REQUEST (found 'manyOpened') */
export function countOpening(now = performance.now()): void {
  opened = opened.filter((at) => now - at < MINUTE_MS)
  if (opened.length >= MOST_A_MINUTE) throw new AppError('BAD_REQUEST', { found: 'manyOpened' })
  opened.push(now)
}

/** The user's. https only, and no `.invalid` host (RFC 2606). */
export const browser: Opener = {
  async open(address) {
    const url = URL.parse(address)
    const isOpenable =
      url?.protocol === 'https:' && !url.username && !url.password && !/\.invalid\.?$/.test(url.hostname)
    if (!isOpenable) throw new AppError('BAD_REQUEST', { found: 'address' })
    countOpening()
    await shell.openExternal(url.href)
    return url.host
  }
}
