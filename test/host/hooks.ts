/** Makes `electron` mean the stand-in, for whatever the app loads from now on. */
import { registerHooks } from 'node:module'

const STAND_IN = new URL('./electron.ts', import.meta.url).href

export function standInForElectron(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const wanted = specifier === 'electron' || specifier === 'electron/main' || specifier === 'electron/common'
      return wanted ? { url: STAND_IN, format: 'module-typescript', shortCircuit: true } : next(specifier, context)
    }
  })
}
