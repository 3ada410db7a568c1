/** `protocol`: the app's own schemes. */
import type { CustomScheme, Protocol } from 'electron'
import { strict } from '../strict.ts'
import { needsEarly, needsReady } from '../runtime.ts'

type Handler = (request: Request) => Response | Promise<Response>

const privileged = new Map<string, CustomScheme>()
const handlers = new Map<string, Handler>()

export const handlerOf = (scheme: string): Handler | undefined => handlers.get(scheme)
export const hasCodeCache = (scheme: string): boolean => privileged.get(scheme)?.privileges?.codeCache === true
export const handledSchemes = (): Iterable<string> => handlers.keys()

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    needsEarly('protocol.registerSchemesAsPrivileged')
    for (const scheme of schemes) privileged.set(scheme.scheme, scheme)
  },
  handle(scheme: string, handler: Handler): void {
    needsReady('protocol.handle')
    if (handlers.has(scheme)) throw new Error('Failed to register protocol: ' + scheme)
    const { standard, secure } = privileged.get(scheme)?.privileges ?? {}
    // The page is on an https origin in the host: a scheme that Electron would treat as less must not pass for it.
    if (!standard || !secure) throw new Error(`The stand-in host serves standard, secure schemes only, not ${scheme}:`)
    handlers.set(scheme, handler)
  }
} satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>)
