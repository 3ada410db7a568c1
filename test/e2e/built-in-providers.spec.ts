/**
 * Built-in providers from the sign-in's form on, one for each way to sign in. A server of the documented replies
 * (test/fixtures/provider-replies.json) stands behind the provider's own address. How each provider is asked and read:
 * test/integration/provider/provider-facts.test.ts.
 */
import type { Locator, Page } from '@playwright/test'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InvoiceState } from '../../src/shared/models/invoice.ts'
import type { Json } from '../../src/shared/models/json.ts'
import { BUILT_IN, type ProviderId } from '../../src/shared/providers/built-in.ts'
import type { ApiServer, RecordedRequest } from '../support/api-server.ts'
import {
  FACTS_KEY,
  FACTS_PDF,
  FACTS_SIGN_IN,
  factsOf,
  startFactsServer,
  type FactsEntry,
  type FactsServer
} from '../support/facts-server.ts'
import { callsIn, splitAt, wireOf } from '../support/provider-wires.ts'
import { expect, type App } from './fixtures.ts'
import { test } from './provider-network.ts'
import * as ui from './ui.ts'
import { count, say, words } from './words.ts'

const {
  invoices,
  overview,
  signIn: session,
  accounts: { profile },
  ui: { shell }
} = words

interface Journey {
  provider: ProviderId
  /** Its entry in the facts. */
  facts: string
  /** The owner's own address, where the provider is a white label. */
  brand?: string
  by: 'key' | 'password'
  /** The amount of its open invoices; null: none is open. */
  owed: string | null
}

const JOURNEYS: readonly Journey[] = [
  {
    provider: 'proxyrequest',
    facts: 'proxyrequest',
    brand: 'https://api.brand.example',
    by: 'password',
    owed: '45.00'
  },
  {
    provider: 'iproyal-isp',
    facts: 'iproyal isp',
    by: 'key',
    owed: null
  }
]

const card = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const inRail = (page: Page, view: 'catalogue' | 'invoices' | 'profile'): Locator =>
  page.getByRole('navigation', { name: shell.rail }).getByRole('link', { name: shell.nav[view], exact: true })

/** What the form asks for, and no more. */
async function signIn(page: Page, { provider, brand, by }: Journey): Promise<void> {
  const { name, signIn: call } = BUILT_IN[provider]
  await ui.field.provider(page).selectOption({ label: name })
  if (brand === undefined) await expect(ui.field.address(page)).toHaveCount(0)
  else await ui.field.address(page).fill(brand)
  if (by === 'password') {
    await ui.field.email(page).fill(FACTS_SIGN_IN.email)
    await ui.field.password(page).fill(FACTS_SIGN_IN.password)
    await ui.button(page, session.action.signIn).click()
    return
  }
  if (call) await ui.chooseWay(page, 'token')
  await ui.field.token(page).fill(FACTS_KEY)
  await ui.button(page, session.action.signIn).click()
}

async function seeInvoices(page: Page, { expected }: FactsEntry, length: number): Promise<void> {
  await ui.goTo(page, 'invoices')
  const rows = ui.invoiceRows(page)
  await expect(rows).toHaveCount(length)
  for (const [at, invoice] of (expected.invoices ?? []).entries()) {
    const row = rows.nth(at)
    const { number, state, total, currency, providerStatus } = invoice
    if (number !== undefined) await expect(row).toContainText(String(number))
    await expect(row).toContainText(
      state === 'unknown' ? String(providerStatus) : invoices.state[state as Exclude<InvoiceState, 'unknown'>]
    )
    if (total !== undefined) {
      await expect(row).toContainText((currency === 'USD' ? '$' : '') + Number(total).toFixed(2))
    }
  }
}

/** The first invoice, and its PDF where the provider has it behind the credential. */
async function seeInvoice({ app, page }: { app: App; page: Page }, entry: FactsEntry, file: string): Promise<void> {
  const { paths, expected } = entry
  const [first] = expected.invoices ?? []
  await ui.invoiceRows(page).first().click()
  const pane = ui.invoicePane(page)
  await expect(pane).toContainText(String(first?.['text']))
  await expect(ui.invoicePageButton(pane)).toBeVisible({ visible: first?.['hasPage'] === true })
  // No browser can open it.
  await expect(ui.button(pane, invoices.link.pdf)).toBeHidden()
  const save = ui.button(pane, invoices.pdf.save)
  if (paths?.invoicePdf === undefined) return expect(save).toBeHidden()
  await app.chooseFile(file)
  await save.click()
  await expect(pane).toContainText(say(invoices.pdf.saved, { name: 'invoice.pdf' }))
  expect(readFileSync(file, 'utf8')).toBe(FACTS_PDF)
}

async function seeProducts(page: Page, { expected }: FactsEntry, length: number): Promise<void> {
  await ui.goTo(page, 'catalogue')
  await expect(ui.products(page)).toHaveCount(length)
  for (const product of await ui.products(page).all()) await expect(product).toContainText(/\p{L}/u)
  const [first] = expected.products ?? []
  if (first?.['name'] !== undefined) await expect(ui.products(page).first()).toContainText(String(first['name']))
}

async function seeProfile(page: Page, { expected }: FactsEntry): Promise<void> {
  await ui.goTo(page, 'profile')
  const {
    person,
    email,
    company,
    vat,
    address,
    blocked,
    dropped = []
  }: { [name: string]: Json } = expected.profile ?? {}
  await expect(page.getByRole('heading', { level: 2, name: String(person), exact: true })).toBeVisible()
  const main = page.getByRole('main')
  const lines = typeof address === 'string' ? address.split(', ') : []
  for (const text of [email, company, vat, ...lines])
    if (text !== undefined) await expect(main).toContainText(String(text))
  await expect(page.getByText(profile.blocked.title, { exact: true })).toBeVisible({ visible: blocked === true })
  const secrets = (dropped as string[]).length
  if (secrets > 0) await expect(main).toContainText(count(profile.dropped, secrets))
}

async function seeProvider(
  { app, page }: { app: App; page: Page },
  facts: FactsServer,
  journey: Journey,
  file: string
) {
  const { provider, owed } = journey
  const definition = BUILT_IN[provider]
  const entry = factsOf(journey.facts)
  await signIn(page, journey)
  await expect(ui.title(page, overview.title)).toBeVisible()
  await ui.settled(page)
  await expect(card(page, overview.open.title)).toContainText(owed ?? overview.open.none)
  await expect(card(page, overview.accounts.title)).toContainText(owed ?? invoices.summary.nothing)

  for (const [view, call] of [
    ['catalogue', 'products'],
    ['profile', 'profile']
  ] as const) {
    await expect(inRail(page, view)).toHaveCount(definition[call] ? 1 : 0)
  }
  await seeInvoices(page, entry, facts.count('invoices'))
  await seeInvoice({ app, page }, entry, file)
  if (definition.products) await seeProducts(page, entry, facts.count('products'))
  if (definition.profile) await seeProfile(page, entry)
  await expect(ui.alerts(page)).toHaveCount(0)

  const { requests } = facts.server
  const { authorization, calls } = wireOf(journey.facts)
  const isSignIn = ({ method }: RecordedRequest): boolean => method === 'POST'
  expect(callsIn(requests.filter((one) => !isSignIn(one)))).toEqual(calls)
  expect(callsIn(requests.filter(isSignIn))).toEqual(journey.by === 'password' ? ['POST /login'] : [])
  const [header, credential] = authorization
  for (const request of requests) {
    const { value, rest } = splitAt(header, request)
    expect(value).toBe(isSignIn(request) ? undefined : credential)
    expect(rest).not.toContain(FACTS_KEY)
  }
}

test('a provider is found, asked and shown as documented', async ({ launchBefore, profileDir }) => {
  const originOf = ({ provider, brand }: Pick<Journey, 'provider' | 'brand'>): string =>
    brand ?? BUILT_IN[provider].baseUrl ?? ''
  const servers = new Map<string, FactsServer>()
  for (const journey of JOURNEYS) {
    const origin = originOf(journey)
    servers.set(origin, await startFactsServer(factsOf(journey.facts), { origin }))
  }
  const { app, hosts, readable } = await launchBefore(
    Object.fromEntries([...servers].map(([origin, { server }]) => [origin, server]))
  )
  const apis = [...servers.values()].map(({ server }) => server)
  /** A provider's connection may be used again by its next sign-in, so hosts are counted from the first one on. */
  const reached = new Set<string>()
  const seeAskedOnly = (origin: string, api: ApiServer): void => {
    reached.add(`tunnel ${new URL(origin).host}:443`)
    expect(hosts()).toEqual([...reached])
    for (const secret of [FACTS_KEY, FACTS_SIGN_IN.password]) expect(readable()).not.toContain(secret)
    for (const other of apis) if (other !== api) expect(other.requests).toEqual([])
  }

  const { page } = app
  for (const journey of JOURNEYS) {
    const facts = servers.get(originOf(journey))
    if (!facts) throw new Error('Each journey has a server.')
    await test.step(`${BUILT_IN[journey.provider].name}, by ${journey.by}`, async () => {
      await seeProvider({ app, page }, facts, journey, join(mkdtempSync(join(profileDir, 'pdf-')), 'invoice.pdf'))
      seeAskedOnly(originOf(journey), facts.server)
      await ui.startOver({ page, api: facts.server })
    })
  }
})
