import { electronRuntime } from '../../../scripts/setup/electron-runtime.mjs'

export type RuntimeName = 'host' | 'electron'

/** What the specs run on: Electron where one is installed. PORTSIDE_E2E_RUNTIME=host takes the stand-in. */
export function chooseRuntime(env: NodeJS.ProcessEnv = process.env): { runtime: RuntimeName; why: string } {
  if (env['PORTSIDE_E2E_RUNTIME'] === 'host') return { runtime: 'host', why: 'PORTSIDE_E2E_RUNTIME=host' }
  const electron = electronRuntime()
  if (electron === null) throw new Error('There is no Electron. Set it up with: npm test -- e2e')
  return { runtime: 'electron', why: `${electron.version}, ${electron.isPinned ? 'the pinned one' : 'for tests'}` }
}
