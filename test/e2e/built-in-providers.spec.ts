/** The journeys of the built-in providers: picked by name, with a key, against a server built from the facts of each. */
import {
  FACTS_KEY,
  FACTS_SIGN_IN,
  builtInOf,
  factsOf,
  startFactsServer,
  type FactsServer
} from '../support/facts-server.ts'
import { topicsOf } from '../../src/shared/providers/definition.ts'
import { BUILT_IN } from '../../src/shared/providers/built-in.ts'
import { expect, shareApp, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { words } from './words.ts'

const { session, shell } = words

const shared = shareApp(({ page }) => expect(ui.title(page, session.title)).toBeVisible())
test.beforeEach(() => ui.startOver(shared))

async function withFacts(name: string, journey: (provider: FactsServer) => Promise<void>): Promise<void> {
  const provider = await startFactsServer(factsOf(name))
  try {
    await journey(provider)
  } finally {
    await provider.server.stop()
  }
}

const definitionOf = (name: string) => BUILT_IN[builtInOf(factsOf(name)) ?? 'hypeproxy-v2']

async function pick(name: string, address: string): Promise<void> {
  await ui.field.provider(shared.page).selectOption({ label: definitionOf(name).name })
  await ui.fillAddress(shared.page, address)
}

for (const name of ['trueproxies', 'proxyrequest', 'webshare', 'iproyal isp', 'iproyal resi']) {
  test(`${name}: an API key, and what its API has`, () =>
    withFacts(name, async ({ server, count }) => {
      const { page } = shared
      await pick(name, server.baseUrl)
      if (!(await ui.field.token(page).isVisible())) await ui.chooseWay(page, 'token')
      await ui.field.token(page).fill(FACTS_KEY)
      await ui.button(page, session.action.useToken).click()
      await ui.goTo(page, 'invoices')
      await expect(ui.invoiceRows(page)).toHaveCount(count('invoices'))
      const [first] = factsOf(name).expected.invoices ?? []
      if (typeof first?.['number'] === 'string') {
        await expect(ui.invoiceRows(page).filter({ hasText: first['number'] }).first()).toBeVisible()
      }

      const topics = topicsOf(definitionOf(name))
      const rail = page.getByRole('navigation', { name: shell.rail })
      await expect(rail.getByRole('link', { name: shell.nav.catalogue, exact: true })).toBeVisible({
        visible: topics.includes('catalogue')
      })
      await expect(rail.getByRole('link', { name: shell.nav.profile, exact: true })).toBeVisible({
        visible: topics.includes('profile')
      })
      if (topics.includes('catalogue')) {
        await ui.goTo(page, 'catalogue')
        await expect(ui.products(page)).toHaveCount(count('products'))
      }
      if (topics.includes('profile')) {
        await ui.goTo(page, 'profile')
        const email = String(factsOf(name).expected.profile?.['email'])
        await expect(page.getByRole('main').getByText(email, { exact: true }).first()).toBeVisible()
      }
      await ui.settled(page)
    }))
}

test('proxyrequest: the owner enters the brand’s address, and signs in with email and password', () =>
  withFacts('proxyrequest', async ({ server, count }) => {
    const { page } = shared
    await pick('proxyrequest', server.baseUrl)
    if (!(await ui.field.password(page).isVisible())) await ui.chooseWay(page, 'password')
    await ui.field.email(page).fill(FACTS_SIGN_IN.email)
    await ui.field.password(page).fill(FACTS_SIGN_IN.password)
    await ui.button(page, session.action.signIn).click()
    await ui.goTo(page, 'invoices')
    await expect(ui.invoiceRows(page)).toHaveCount(count('invoices'))
  }))
