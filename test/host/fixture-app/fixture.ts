/** The fixture app's files, and what its preload exposes to a page. */
import { join } from 'node:path'

export const FIXTURE_APP = join(import.meta.dirname, 'main.js')
export const PRELOAD = join(import.meta.dirname, 'preload.cjs')

export interface Fixture {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
  on(channel: string, listener: (...args: unknown[]) => void): () => void
  nested: { list: object[] }
  same(value: unknown): unknown
  call(run: (...args: unknown[]) => unknown, ...args: unknown[]): unknown
  fail(): never
}

declare global {
  interface Window {
    fixture: Fixture
    seenAtStart?: string
    scriptVersion?: string
  }
}
