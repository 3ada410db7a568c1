import { expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { fresh } from '../shell/bridge.ts'
import { openCatalogue, textOf } from './page-of.ts'

it('a product that left the list is said to have done so, with the way back to it', async () => {
  const open = await openCatalogue()
  const none = { view: null, freshness: { ...fresh, error: { code: 'NOT_FOUND' } } }
  open.bridge.answer('catalogue.product', { view: null, freshness: fresh })
  open.bridge.answer('catalogue.refreshProduct', none)
  await open.page.router.push('/catalogue/left')
  const pane = browser.getByRole('region', { name: 'Product', exact: true })
  await expect.poll(textOf(pane)).toContain('This product is no longer in the list')
  await pane.getByRole('button', { name: 'Back to the list' }).click()
  await expect.poll(() => open.page.router.currentRoute.value.path).toBe('/catalogue')
  open.page.leave()
})
