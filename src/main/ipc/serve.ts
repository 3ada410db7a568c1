import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { callChannel, calls, type Envelope, type Handlers } from '../../shared/ipc/contract.ts'
import type { ErrorCode } from '../../shared/ipc/error.ts'
import { answer, isAllowedWhileLocked, type AnyHandler } from './answer.ts'
import { inputOf } from './inputs.ts'

export interface ServeParts {
  handlers: Handlers
  allowed: (event: IpcMainInvokeEvent) => boolean
  locked: () => boolean
  report: (error: unknown) => void
}

const rejection = (code: ErrorCode): Envelope<never> => ({ ok: false, error: { code } })

export function serve({ handlers, allowed, locked, report }: ServeParts): void {
  for (const [domain, methods] of Object.entries(calls)) {
    for (const method of Object.keys(methods)) {
      // The mapped type Handlers guarantees the function and its input type.
      const handle = (handlers as unknown as Record<string, Record<string, AnyHandler>>)[domain]?.[method]
      if (!handle) throw new Error(`no handler for ${domain}.${method}`)
      const inputSchema = inputOf(domain, method)
      const always = isAllowedWhileLocked(domain, method)
      ipcMain.handle(callChannel(domain, method), async (event, ...sent: unknown[]) => {
        if (!allowed(event)) return rejection('FORBIDDEN')
        if (!always && locked()) return rejection('APP_LOCKED')
        const reply = await answer(inputSchema, handle, sent, report)
        // The app may have been locked meanwhile.
        return !always && locked() ? rejection('APP_LOCKED') : reply
      })
    }
  }
}
