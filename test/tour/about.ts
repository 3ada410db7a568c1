/** About Portside and the licences, with an account and without. */
import { expect } from '@playwright/test'
import * as ui from '../e2e/ui.ts'
import { words } from '../e2e/words.ts'
import { SMALL, step, type Tour } from './tour.ts'

const {
  signIn: session,
  help: { about }
} = words
const ALL = ['small', 'wide', 'zoomed', 'dark'] as const

async function toAbout({ page }: Tour): Promise<void> {
  await page.evaluate(() => (location.hash = '#/about'))
  await expect(page.getByText(about.unreleased)).toBeVisible()
}
async function toLicences({ page }: Tour): Promise<void> {
  await ui.button(page, about.toLicences).click()
  await expect(page.getByRole('option').first()).toBeVisible()
}

export const aboutWithoutAccount = [
  step('about-signed-out', 'About Portside without an account', { size: SMALL }, toAbout),
  step('about-signed-out-end', 'back at the first screen', {}, async ({ page }) => {
    await ui.button(page, words.ui.common.back).click()
    await expect(ui.title(page, session.title)).toBeVisible()
  })
]

export const aboutSteps = [
  step('about', 'About Portside: versions and places', { also: [...ALL, 'forced'] }, toAbout),
  step('about-end', 'its end: changes', { also: ['dark'] }, ({ page }) =>
    page.getByRole('heading', { name: about.kind.security }).scrollIntoViewIfNeeded()
  ),
  step('licences', 'the licences of everything in the app', { also: ALL }, toLicences),
  step('licence', 'the text of one', { also: [...ALL, 'forced'] }, async ({ page }) => {
    await page.getByRole('option').filter({ hasText: 'dompurify' }).click()
    await expect(page.getByRole('region', { name: about.text, exact: true })).toContainText('Apache License')
  }),
  step('licences-none', 'a search that finds nothing', { also: ['small', 'dark'] }, async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox', { name: about.search }).fill('nobody')
    await expect(page.getByText(about.none.title)).toBeVisible()
    await page.mouse.move(0, 0)
  }),
  step('licences-all', 'all of them again', {}, ({ page }) => ui.button(page, about.none.action).click())
]
