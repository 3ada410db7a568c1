/** The report before it is saved. */
import { expect } from '@playwright/test'
import * as ui from '../e2e/ui.ts'
import { step, type Tour } from './tour.ts'
import { words } from '../e2e/words.ts'

const {
  help: { diagnostics },
  settings: { sectionName: settingSection }
} = words
const ALL = ['small', 'wide', 'zoomed', 'dark', 'forced'] as const

async function toReport({ page }: Tour): Promise<void> {
  await page.evaluate(() => (location.hash = '/diagnostics'))
  await expect(ui.title(page, settingSection.diagnostics)).toBeVisible()
  await expect(page.locator('pre').last()).toContainText('## log')
}

async function leaveOut({ page }: Tour): Promise<void> {
  await page.getByLabel(diagnostics.part.system, { exact: true }).uncheck()
  await page.getByLabel(diagnostics.part.log, { exact: true }).scrollIntoViewIfNeeded()
}

export const diagnosticsSteps = [
  step('diagnostics', 'the report before it is saved', { also: ALL }, toReport),
  step('diagnostics-log', 'its log, with another part left out', { also: ['small', 'dark'] }, leaveOut)
]
