/** Answers every call of the contract: gate, lock, parse, handle, envelope. Never rejects, never leaks an internal message. */
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { calls, type Call, type Envelope, type Handlers } from '../../shared/ipc/contract.ts'
import { callChannel } from '../../shared/ipc/names.ts'
import type { ErrorCode } from '../../shared/ipc/error.ts'
import { answer, type AnyHandler } from './answer.ts'
import { answeredWhileLocked } from './allowed-while-locked.ts'

export interface ServeParts {
  handlers: Handlers
  allowed: (event: IpcMainInvokeEvent) => boolean
  /** The app is locked: most calls are refused (while-locked.ts). */
  locked: () => boolean
  report: (error: unknown) => void
}

const refused = (code: ErrorCode): Envelope<never> => ({ ok: false, error: { code } })

export function serve({ handlers, allowed, locked, report }: ServeParts): void {
  for (const [domain, methods] of Object.entries(calls)) {
    for (const [method, shape] of Object.entries<Call>(methods)) {
      // The mapped type Handlers has proved that this function is there and takes what `shape.input` yields.
      const handle = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[domain]?.[method]
      if (!handle) throw new Error(`no handler for ${domain}.${method}`)
      const always = answeredWhileLocked(domain, method)
      ipcMain.handle(callChannel(domain, method), async (event, ...sent: unknown[]) => {
        if (!allowed(event)) return refused('FORBIDDEN')
        if (!always && locked()) return refused('APP_LOCKED')
        const reply = await answer(shape, handle, sent, report)
        // Locked while it was answered: the page has no use for it any more.
        return !always && locked() ? refused('APP_LOCKED') : reply
      })
    }
  }
}
