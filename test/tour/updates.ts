/** New versions of Portside, in a build without an update feed. test/component/settings/updates.test.ts has the other states. */
import { expect } from '@playwright/test'
import { step } from './tour.ts'
import { words } from '../e2e/words.ts'

export const updateSteps = [
  step('updates-off', 'this build looks for no new versions', { also: ['small', 'dark'] }, async ({ page }) => {
    await page.evaluate(() => (location.hash = '#/settings#updates'))
    const section = page.locator('section[data-section="updates"]')
    await expect(section.getByRole('heading')).toBeFocused()
    await expect(section.getByText(words.updates.aboutOff)).toBeVisible()
  })
]
