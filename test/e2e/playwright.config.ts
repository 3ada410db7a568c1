/** End-to-end specs: the built app, driven as a user would. Run with a keychain (docs/testing.md). */
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  // Playwright empties this folder at each start, so reports of other steps are elsewhere.
  outputDir: '../../test-results/e2e',
  globalSetup: './set-up.ts',
  // Each has a desktop of its own (fixtures.ts).
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // Two at once on two slow cores: what takes a second there takes ten when the machine is busy.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: 'list'
})
