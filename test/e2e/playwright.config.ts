/** End-to-end specs: the built app, driven as a user would. Run with a keychain (docs/testing.md). */
import { defineConfig } from '@playwright/test'
import { chooseRuntime } from './app/runtime.ts'

export default defineConfig({
  testDir: '.',
  // Playwright empties this folder at each start, so reports of other steps are elsewhere.
  outputDir: '../../test-results/e2e',
  globalSetup: './set-up.ts',
  // Each test knows its own entries of a keychain that is shared. Windows of Electron would take the focus from each
  // other; in the host each worker has a browser of its own. The third works while another waits for a timer of the app.
  workers: chooseRuntime().runtime === 'host' ? 3 : 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Three at once on two slow cores: what takes a second there takes ten when the machine is busy.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list'
})
