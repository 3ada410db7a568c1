import { electronRuntime, type Runtime } from '../../../scripts/setup/electron-runtime.mjs'

/** What the specs run on. @throws {Error} with one sentence where there is none */
export function requireElectron(): Runtime {
  const runtime = electronRuntime()
  if (runtime === null) throw new Error('There is no Electron. Set it up with: npm test -- e2e')
  return runtime
}
