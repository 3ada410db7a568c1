/** A field whose id is also a row's would lose its label. `useId` gives ids of numbers only, such as v-1-4. */
import { expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { openCatalogue } from '../../catalogue/page-of.ts'

const BY_USE_ID = /^v(-\d+)+$/
const idsOf = (role: string): string[] => [...document.querySelectorAll(`[role="${role}"]`)].map(({ id }) => id)

it('no row has an id that a field may get: in the list, in the grid and in the palette', async () => {
  await openCatalogue()
  const list = idsOf('option')
  await browser.getByRole('button', { name: 'Show as a grid' }).click()
  await expect.poll(() => idsOf('gridcell').length).toBeGreaterThan(0)
  const grid = idsOf('gridcell')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => idsOf('option').length).toBeGreaterThan(0)
  const ids = [...list, ...grid, ...idsOf('option')]
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => id === '' || BY_USE_ID.test(id))).toEqual([])
})
