/** Views in languages whose texts are a third longer, from left to right and from right to left: axe, and nothing beyond the edges. */
import { rmSync } from 'node:fs'
import { DEEP } from '../support/depth.ts'
import { makePseudoLocales, PSEUDO, PSEUDO_RTL } from '../support/pseudo-locale.ts'
import { expectFine, expectRoom } from './axe.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { languageEnvironment, speak } from './words.ts'

const ALL = ['overview', 'catalogue', 'invoices', 'profile', 'plans', 'settings'] as const

let folder = ''
test.beforeAll(() => {
  folder = makePseudoLocales()
})
test.afterAll(() => {
  speak('en')
  rmSync(folder, { recursive: true, force: true })
})

/** In which of them each view is looked at. */
const LANGUAGES: readonly [tag: string, dir: 'ltr' | 'rtl', views: readonly (typeof ALL)[number][]][] = [
  [PSEUDO, 'ltr', DEEP ? ALL : ['overview', 'invoices', 'plans', 'settings']],
  [PSEUDO_RTL, 'rtl', DEEP ? ALL : ['invoices']]
]

test('from left to right, and from right to left', async ({ launch }) => {
  speak(PSEUDO, folder)
  const app = await launch({ env: languageEnvironment() })
  const { page } = app
  await ui.explore(page)
  for (const [tag, dir, views] of LANGUAGES) {
    speak(tag, folder)
    await page.evaluate((language) => window.portside.app.changeSettings({ language }), tag)
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe(tag)
    expect(await page.evaluate(() => document.documentElement.dir)).toBe(dir)
    for (const view of views) {
      await ui.goTo(page, view)
      if (DEEP) await expectFine(app, `${view} in ${tag}`)
      else await expectRoom(app, `${view} in ${tag}`)
    }
    // Language and direction are the document's, and the same in all views.
    if (!DEEP) await expectFine(app, tag)
  }
})
