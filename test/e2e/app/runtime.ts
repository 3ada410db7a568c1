import { electronProgram } from '../../../scripts/setup/electron-runtime.mjs'

export type RuntimeName = 'host' | 'electron'

/** What the specs run on: PORTSIDE_E2E_RUNTIME=auto|host|electron; auto is Electron where its runtime is installed. */
export function chooseRuntime(env: NodeJS.ProcessEnv = process.env): { runtime: RuntimeName; why: string } {
  const wanted = env['PORTSIDE_E2E_RUNTIME'] ?? 'auto'
  const installed = electronProgram() !== null
  if (wanted === 'host') return { runtime: 'host', why: 'PORTSIDE_E2E_RUNTIME=host' }
  if (wanted === 'electron') {
    if (!installed) throw new Error('PORTSIDE_E2E_RUNTIME=electron, but Electron’s runtime is not installed.')
    return { runtime: 'electron', why: 'PORTSIDE_E2E_RUNTIME=electron' }
  }
  if (wanted !== 'auto') throw new Error(`PORTSIDE_E2E_RUNTIME is "${wanted}"; it can be auto, host or electron.`)
  return installed
    ? { runtime: 'electron', why: 'its runtime is installed' }
    : { runtime: 'host', why: 'Electron’s runtime is not installed' }
}
