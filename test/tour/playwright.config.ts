/**
 * The tour: a picture of every view of the built app, in Electron, with the sample API on a loopback socket. The project `start` is
 * what `npm start` does on a machine without a display.
 */
import { rmSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { makePseudoLocales, PSEUDO, PSEUDO_RTL } from '../support/pseudo-locale.ts'
import type { TourOptions } from './tour.ts'

// Each worker reads this file, too, and has the variable then.
if ([PSEUDO, PSEUDO_RTL].includes(process.env['PORTSIDE_TEST_LANGUAGE'] ?? '') && !process.env['PORTSIDE_LANGUAGES']) {
  const folder = makePseudoLocales()
  process.env['PORTSIDE_LANGUAGES'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

export default defineConfig<object, TourOptions>({
  testDir: '.',
  outputDir: '../../test-results/tour',
  // One app is led from view to view.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  projects: [
    { name: 'tour', testMatch: 'tour.spec.ts', use: { folder: 'tour' } },
    {
      name: 'start',
      testMatch: 'start.spec.ts',
      use: { folder: 'tour/start', listsCutTexts: false, hasDesktop: false }
    }
  ]
})
