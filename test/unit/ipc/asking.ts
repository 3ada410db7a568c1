/** Asks the handlers as the page does: parsed, handled, and answered in the contract's shape. Behind them are core's rules. */
import { expect } from 'vitest'
import { createCatalogue } from '../../../src/main/core/catalogue/index.ts'
import { createConnections } from '../../../src/main/core/connection/connections.ts'
import { createConnectionCheck } from '../../../src/main/core/connection/connection-check.ts'
import { eraseEverything } from '../../../src/main/core/erase-data.ts'
import { createFreshnessBook } from '../../../src/main/core/refresh/freshness.ts'
import { createLock } from '../../../src/main/core/lock/lock.ts'
import { createRefresh } from '../../../src/main/core/refresh/index.ts'
import { createSettings } from '../../../src/main/core/settings.ts'
import { createOpenAccountStorage } from '../../../src/main/core/open-account-storage.ts'
import { answer, type AnyHandler } from '../../../src/main/ipc/answer.ts'
import { createHandlers, type HandlerParts } from '../../../src/main/ipc/handlers.ts'
import { inputOf } from '../../../src/main/ipc/inputs.ts'
import type { Domain, Envelope } from '../../../src/shared/ipc/contract.ts'
import { FakeBrowser, FakeFiles, FakePresence, FakeProbe, FakePrompt, PlainPins } from '../../support/ports.ts'
import { replyOf } from '../../support/replies.ts'
import { launchSession, world } from '../core/launch.ts'

export type Asking = ReturnType<typeof startAsking>

export function startAsking() {
  const around = { ...world(), files: new FakeFiles(), prompt: new FakePrompt(), forgotten: 0 }
  const { platform, cache, clock, publisher, files, prompt } = around
  const report = (error: unknown): void => {
    throw error
  }
  const session = launchSession(around)
  const settings = createSettings(cache.registry, publisher, () => undefined)
  const lock = createLock({
    registry: cache.registry,
    pins: new PlainPins(),
    presence: new FakePresence(),
    prompt,
    clock,
    publisher,
    settings: settings.get
  })
  const store = createOpenAccountStorage(cache, session, report)
  const freshness = createFreshnessBook(publisher)
  const nothing = (): void => undefined
  const refresh = createRefresh({
    platform,
    session,
    store,
    freshness,
    clock,
    publisher,
    settings: settings.get,
    network: { online: () => true },
    paused: lock.locked,
    fetched: nothing,
    report
  })
  const forget = async (): Promise<void> => void (around.forgotten += 1)
  const parts: Omit<
    HandlerParts,
    'invoices' | 'readProfile' | 'status' | 'info' | 'desktop' | 'applyToSystem' | 'copyText' | 'takeRoute'
  > = {
    session,
    lock,
    settings,
    refresh,
    catalogue: createCatalogue({
      api: platform,
      session,
      store,
      freshness,
      clock,
      publisher,
      files,
      opener: new FakeBrowser(),
      locked: lock.locked,
      whileOpen: () => refresh.whileOpen(),
      revalidate: nothing,
      report
    }),
    eraseEverything: (leaveEntries) => eraseEverything({ session, lock, settings, forget }, leaveEntries),
    connections: createConnections({ api: platform, session, store, freshness, files }),
    connectionCheck: createConnectionCheck({
      api: platform,
      session,
      store,
      probe: new FakeProbe(),
      clock,
      publisher,
      reached: nothing,
      revalidate: nothing,
      report
    })
  }
  // The other calls are not made here.
  const handlers = createHandlers(parts as HandlerParts)
  const ask = async (domain: Domain, method: string, ...sent: unknown[]): Promise<Envelope<unknown>> => {
    const handle = (handlers[domain] as unknown as Record<string, AnyHandler>)[method]
    if (!handle) throw new Error(`no call ${domain}.${method}`)
    const reply = await answer(inputOf(domain, method), handle, sent, report)
    if (reply.ok) expect(replyOf(domain, method).safeParse(reply.data).error).toBeUndefined()
    return reply
  }
  return { ...around, around, ask }
}
