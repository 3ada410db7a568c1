/** The two scripts that every top document runs before its own: one in the page's world, one in the preload's. */
import { makeMembrane } from './membrane.ts'
import { makePreloadWorld } from './preload-world.ts'
import { makeWire } from './wire.ts'

/** Name of the isolated world; the binding and the receiver exist in it only. */
export const PRELOAD_WORLD = 'portside-preload'
export const BINDING = 'portsideHostTell'
export const RECEIVER = 'portsideHostReceive'

const inTopDocument = (body: string): string =>
  `if (window.top === window && location.protocol !== 'about:') {\n${body}\n}`

/** The page's end of the bridge; leaves nothing on window but what the preload exposes. */
export const pageScript = (secret: string): string =>
  inTopDocument(`(${makeMembrane.toString()})(${JSON.stringify(secret)}, 'page')`)

/** @param preload source of the built preload, CommonJS; an error in it becomes an exception of the page */
export const preloadScript = (secret: string, preload: string): string =>
  inTopDocument(`
const membrane = (${makeMembrane.toString()})(${JSON.stringify(secret)}, 'preload')
const world = (${makePreloadWorld.toString()})((${makeWire.toString()})(), membrane, globalThis.${BINDING})
globalThis.${RECEIVER} = world.receive
const module = { exports: {} };
(function (require, module, exports) {
${preload}
}).call(undefined, world.require, module, module.exports)
`)
