/** `--no-sandbox` has to stay on Chromium's command line, from which `app.enableSandbox()` takes it. */
import { beforeEach, expect, it, vi } from 'vitest'

const electron = vi.hoisted(() => ({ switches: new Set<string>(), sandboxed: false }))
vi.mock('electron', () => ({
  app: {
    commandLine: { hasSwitch: (name: string) => electron.switches.has(name) },
    enableSandbox() {
      electron.switches.delete('no-sandbox')
      electron.sandboxed = true
    }
  },
  protocol: {},
  session: {}
}))

let enableSandbox: () => void

beforeEach(async () => {
  // Other tests load the module with an Electron of their own.
  vi.resetModules()
  ;({ enableSandbox } = await import('../../../src/main/desktop/window/security-policy.ts'))
  electron.switches.clear()
  electron.sandboxed = false
})

it('every process is sandboxed', () => {
  enableSandbox()
  expect(electron.sandboxed).toBe(true)
})

it('a start with --no-sandbox keeps it', () => {
  electron.switches.add('no-sandbox')
  enableSandbox()
  expect([...electron.switches]).toEqual(['no-sandbox'])
  expect(electron.sandboxed).toBe(false)
})
