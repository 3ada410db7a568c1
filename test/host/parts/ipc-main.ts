/** `ipcMain`: what the page's preload asks. Values go through V8's serializer, as between two processes. */
import { deserialize, serialize } from 'node:v8'
import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { strict } from '../strict.ts'
import type { FromPage, ToPage } from '../page/preload-world.ts'
import { makeWire } from '../page/wire.ts'

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown

const wire = makeWire()
const handlers = new Map<string, Handler>()

/** @throws Error, in Electron's words, for what can't be cloned */
function clone(value: unknown): unknown {
  try {
    return deserialize(serialize(value)) as unknown
  } catch {
    throw new Error('An object could not be cloned.')
  }
}

export const encodeArgs = (args: unknown[]): string => wire.encode(clone(args))

/** Answers a message of a page. */
export async function takeMessage(
  { call, channel, args }: FromPage,
  from: { sender: object; senderFrame: object | null },
  reply: (answer: ToPage) => void
): Promise<void> {
  const event = strict('IpcMainInvokeEvent', from) as unknown as IpcMainInvokeEvent
  try {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    const value = await handler(event, ...(clone(wire.decode(args)) as unknown[]))
    reply({ type: 'answer', call, value: wire.encode(clone(value)) })
  } catch (thrown) {
    console.error(`Error occurred in handler for '${channel}':`, thrown)
    // As in Electron, only the text of the error goes back.
    reply({ type: 'answer', call, error: `Error invoking remote method '${channel}': ${String(thrown)}` })
  }
}

export const ipcMain = strict('ipcMain', {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  }
} satisfies Pick<IpcMain, 'handle'>)
