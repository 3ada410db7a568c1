import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HostChild, startHost, type HostProcess, type SharedChromium } from '../../host/client.ts'

const ENTRY = join(import.meta.dirname, '../../host/fixture-app/main.js')

export interface Profile {
  folder: string
  remove(): void
}

export function makeProfile(): Profile {
  const folder = mkdtempSync(join(tmpdir(), 'portside-fixture-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export const startFixture = ({ folder }: Profile, sharedChromium: SharedChromium | null = null): Promise<HostProcess> =>
  startHost({ entry: ENTRY, env: { FIXTURE_PROFILE: folder }, sharedChromium })

/** Started without waiting for a window. */
export const spawnFixture = ({ folder }: Profile, args: string[] = []): HostChild =>
  new HostChild({ entry: ENTRY, args, env: { FIXTURE_PROFILE: folder } })

/** Lines that the app has written so far. */
export const lines = (host: { output(): string }): string[] => host.output().split('\n')

/** What the fixture's preload exposes. */
export interface Fixture {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
  send(channel: string, ...args: unknown[]): void
  on(channel: string, listener: (...args: unknown[]) => void): () => void
  nested: { list: unknown[] }
  thing: Record<string, unknown>
  same(value: unknown): unknown
  call(run: (...args: unknown[]) => unknown, ...args: unknown[]): unknown
  wait(value: unknown): Promise<unknown>
  fail(): never
  requires: string
  requiresFs: string
  sync: string
  twice: string
}

declare global {
  interface Window {
    fixture: Fixture
    inlineRan?: boolean
    seenAtStart?: string
  }
}
