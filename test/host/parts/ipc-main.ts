/** `ipcMain`: what the page's preload asks and sends. Values go through V8's serializer, as between two processes. */
import { EventEmitter } from 'node:events'
import { deserialize, serialize } from 'node:v8'
import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { strict } from '../strict.ts'
import type { FromPage, ToPage } from '../page/preload-world.ts'
import { makeWire } from '../page/wire.ts'

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown

const wire = makeWire()
const handlers = new Map<string, Handler>()
const once = new Set<string>()

/** @throws Error, in Electron's words, for what can't be cloned */
function clone(value: unknown): unknown {
  try {
    return deserialize(serialize(value)) as unknown
  } catch {
    throw new Error('An object could not be cloned.')
  }
}

export const encodeArgs = (args: unknown[]): string => wire.encode(clone(args))

class HostIpcMain extends EventEmitter {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, handler)
    once.add(channel)
  }

  removeHandler(channel: string): void {
    handlers.delete(channel)
  }
}

const host = new HostIpcMain()

/** Answers a message of a page. */
export async function takeMessage(
  message: Exclude<FromPage, { type: 'preload-error' }>,
  from: { sender: object; senderFrame: object | null },
  reply: (answer: ToPage) => void
): Promise<void> {
  const args = clone(wire.decode(message.args)) as unknown[]
  const event = strict('IpcMainInvokeEvent', {
    type: 'frame',
    processId: 1,
    frameId: 1,
    ...from
  }) as unknown as IpcMainInvokeEvent
  if (message.type === 'send') {
    host.emit(message.channel, event, ...args)
    return
  }
  const { call, channel } = message
  try {
    const handler = handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    if (once.delete(channel)) handlers.delete(channel)
    reply({ type: 'answer', call, value: wire.encode(clone(await handler(event, ...args))) })
  } catch (thrown) {
    console.error(`Error occurred in handler for '${channel}':`, thrown)
    // As in Electron, only the text of the error goes back.
    reply({ type: 'answer', call, error: `Error invoking remote method '${channel}': ${String(thrown)}` })
  }
}

export const ipcMain = strict('ipcMain', host) satisfies Pick<IpcMain, 'handle' | 'handleOnce' | 'removeHandler'>
