/** End-to-end specs: the built app, driven as a person would. Run inside a password store (docs/testing.md). */
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './set-up.ts',
  // One app at a time: they share the machine's password store, and two cores.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list'
})
