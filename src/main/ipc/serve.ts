/** Answers every call of the contract: gate, parse, handle, envelope. Never rejects, never leaks an internal message. */
import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { callChannel, calls, type Call, type Envelope, type Handlers } from '../../shared/ipc/contract.ts'
import { answer, type AnyHandler } from './answer.ts'

export interface ServeParts {
  handlers: Handlers
  allowed: (event: IpcMainInvokeEvent) => boolean
  report: (error: unknown) => void
}

export function serve({ handlers, allowed, report }: ServeParts): void {
  for (const [domain, methods] of Object.entries(calls)) {
    for (const [method, shape] of Object.entries<Call>(methods)) {
      // The mapped type Handlers has proved that this function is there and takes what `shape.input` yields.
      const handle = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[domain]?.[method]
      if (!handle) throw new Error(`no handler for ${domain}.${method}`)
      ipcMain.handle(callChannel(domain, method), (event, ...sent: unknown[]) =>
        allowed(event)
          ? answer(shape, handle, sent, report)
          : ({ ok: false, error: { code: 'FORBIDDEN' } } satisfies Envelope<never>)
      )
    }
  }
}
