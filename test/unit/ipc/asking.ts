/** Asks the handlers as the page does: parsed, handled, and answered in the contract's shape. Behind them are core's rules. */
import { expect } from 'vitest'
import { createCatalogue } from '../../../src/main/core/catalogue/catalogue.ts'
import { createConnections } from '../../../src/main/core/connection/connections.ts'
import { createConnectionCheck } from '../../../src/main/core/connection/connection-check.ts'
import { createSettings, eraseEverything } from '../../../src/main/core/settings.ts'
import { createLock } from '../../../src/main/core/lock/lock.ts'
import { createRefresh } from '../../../src/main/core/refresh/refresh.ts'
import { answer, type AnyHandler } from '../../../src/main/ipc/answer.ts'
import { createHandlers, type HandlerParts } from '../../../src/main/ipc/handlers.ts'
import { inputOf } from '../../../src/main/ipc/inputs.ts'
import type { Domain, Envelope } from '../../../src/shared/ipc/contract.ts'
import { FakePresence, FakeProbe, FakePrompt, PlainPins } from '../../support/ports.ts'
import { replyOf } from '../../support/replies.ts'
import { launchCore } from '../core/launch.ts'

export type Asking = ReturnType<typeof startAsking>

export function startAsking() {
  const core = launchCore()
  const { platform, keychain, cache, clock, publisher, files, session } = core
  const around = { platform, keychain, cache, clock, publisher, files, prompt: new FakePrompt(), forgotten: 0 }
  const report = (error: unknown): void => {
    throw error
  }
  const settings = createSettings(cache.registry, publisher, () => undefined)
  const lock = createLock({
    registry: cache.registry,
    pins: new PlainPins(),
    presence: new FakePresence(),
    prompt: around.prompt,
    clock,
    publisher,
    settings: settings.get
  })
  const coreParts = { ...core.parts, locked: lock.locked, report }
  const refresh = createRefresh({
    ...coreParts,
    settings: settings.get,
    network: { online: () => true },
    fetched: () => undefined
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
    catalogue: createCatalogue({ ...coreParts, refresh: { ...core.refresh, whileOpen: refresh.whileOpen } }),
    eraseEverything: (leaveEntries) => eraseEverything({ session, lock, settings, forget }, leaveEntries),
    connections: createConnections(coreParts),
    connectionCheck: createConnectionCheck({ ...coreParts, refresh: core.refresh, probe: new FakeProbe() })
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
