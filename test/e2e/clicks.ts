/** How many clicks a job takes. They are counted in the page, and the test's name has to say the same number. */
import { expect, test, type Locator, type Page } from '@playwright/test'

/**
 * Counts from now on: every press of the mouse, and every key but those that type a text. A list of options is the system's, which
 * a test can't click: a choice from it counts as the two clicks that it takes. The system's dialogs for files aren't counted.
 * @returns the clicks so far; ask before the page closes
 */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const count = { clicks: 0 }
    const TYPED_IN = 'textarea, input:not([type="checkbox"], [type="radio"])'
    const isTyping = ({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
      target instanceof Element && target.matches(TYPED_IN) && key.length === 1 && !ctrlKey && !metaKey
    addEventListener('pointerdown', ({ isTrusted }) => void (count.clicks += Number(isTrusted)), true)
    addEventListener(
      'keydown',
      (event) => {
        const isModifier = ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)
        if (event.isTrusted && !isModifier && !isTyping(event)) count.clicks += 1
      },
      true
    )
    addEventListener('change', ({ target }) => void (count.clicks += target instanceof HTMLSelectElement ? 2 : 0), true)
    return count
  })
  return () => counted.evaluate(({ clicks }) => clicks)
}

/** Types as a user does: with a click into the field, unless it has the focus. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await expect(field).toBeVisible()
  const hasFocus = await field.evaluate((one) => one === document.activeElement)
  if (!hasFocus) await field.click()
  await field.pressSequentially(text)
}

/** The name ends with the number, such as “pay and see it paid (1 click)”. */
export function expectAsNamed(clicks: number): void {
  const { title } = test.info()
  expect(clicks, title).toBe(Number(/\((\d+) clicks?\)$/.exec(title)?.[1]))
}
