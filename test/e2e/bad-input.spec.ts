import type { Page } from '@playwright/test'
import type { FailureCode } from '../../src/shared/ipc/failure.ts'
import { expect, test, type PlatformServer } from './fixtures.ts'
import { closedPort } from './ports.ts'
import {
  alerts,
  checkConnection,
  field,
  goTo,
  invoicePane,
  invoiceRows,
  productPane,
  products,
  refreshAll,
  settled,
  signIn,
  statusBar,
  submitSignIn,
  title
} from './walk.ts'
import { count, say, words } from './words.ts'

const { failure, invoices, session, shell } = words

/** One sentence and one next step, on screen. */
async function expectFailure(page: Page, code: FailureCode, host: string, next = failure[code].next): Promise<void> {
  const { sentence } = failure[code]
  await expect(
    alerts(page)
      .filter({ hasText: say(sentence, { host }) })
      .first()
  ).toContainText(say(next, { host }))
}

test.describe('at sign-in', () => {
  test('an address where nobody answers', async ({ launch }) => {
    const host = `127.0.0.1:${await closedPort()}`
    const { page } = await launch()
    await submitSignIn(page, { address: `http://${host}` })
    await expectFailure(page, 'UNREACHABLE', host)
  })

  test('a name that does not exist', async ({ launch }) => {
    const { page } = await launch()
    await submitSignIn(page, { address: 'https://no-such-platform.invalid' })
    await expectFailure(page, 'UNREACHABLE', 'no-such-platform.invalid')
  })

  test('http:// to anything but this computer is refused before a byte is sent', async ({ launch }) => {
    const { page } = await launch()
    await submitSignIn(page, { address: 'http://platform.example' })
    await expect(page.getByText(session.invalid.insecure, { exact: true })).toBeVisible()
    const answer = await page.evaluate(() =>
      window.portside.session.signIn({
        connection: { baseAddress: 'http://platform.example', preset: 'v2' },
        email: 'a@example.com',
        password: 'secret',
        again: null
      })
    )
    expect(answer).toMatchObject({ ok: false, error: { code: 'INSECURE_ADDRESS' } })
  })

  test('what is no address', async ({ launch }) => {
    const { page } = await launch()
    await submitSignIn(page, { address: 'ftp://platform.example' })
    await expect(page.getByText(session.invalid.address, { exact: true })).toBeVisible()
    await expect(field.address(page)).toBeFocused()
    // Chromium takes this for a name with %20 in it; main does not.
    await field.address(page).fill('not an address')
    // From another field, so that the focus tells that this one was refused, too.
    await field.email(page).press('Enter')
    const refusal = alerts(page).filter({ hasText: failure.BAD_REQUEST.sentence })
    await expect(page.getByText(session.invalid.address, { exact: true }).or(refusal)).toBeVisible()
    await expect(field.address(page)).toBeFocused()
  })

  const answers: { name: string; reply: () => Response; found: string; next?: string }[] = [
    { name: 'a web page', reply: () => html(), found: failure.found.html },
    { name: 'JSON that is cut off', reply: () => json('{"data": {"tok'), found: failure.found.malformed },
    {
      name: 'an answer without a token',
      reply: () => json('{"message":"Welcome"}'),
      found: failure.found.noToken,
      next: failure.nextFor.noToken
    },
    { name: 'nothing', reply: () => new Response(''), found: failure.found.empty }
  ]
  for (const { name, reply, found, next } of answers) {
    test(`answered by ${name}`, async ({ launch, platform }) => {
      platform.respondWith(/SignIn$/, reply)
      const { page } = await launch()
      await submitSignIn(page, { address: platform.baseAddress })
      await expectFailure(page, 'BAD_REPLY', new URL(platform.baseAddress).host, next)
      await alerts(page).getByText(failure.details).click()
      await expect(alerts(page)).toContainText(found)
      await expect(title(page, session.title)).toBeVisible()
    })
  }
})

test('a sign-in path that is not there is said, and where to set it', async ({ launch, platform }) => {
  platform.respondWith(/SignIn$/, () => new Response(null, { status: 404 }))
  const { page } = await launch()
  await submitSignIn(page, { address: platform.baseAddress })
  await expectFailure(page, 'NOT_FOUND', new URL(platform.baseAddress).host, failure.nextFor.signInPath)
})

test.describe('after sign-in, saved data stays', () => {
  const cases: { name: string; path: string; reply: () => Response; code: FailureCode; found?: string }[] = [
    {
      name: 'malformed JSON',
      path: '/v2/Products',
      reply: () => json('[{"id": "1", "na'),
      code: 'BAD_REPLY',
      found: failure.found.malformed
    },
    { name: 'HTML instead of JSON', path: '/v2/Products', reply: html, code: 'BAD_REPLY', found: failure.found.html },
    {
      name: 'a product list that is not a list',
      path: '/v2/Products',
      reply: () => json('{"id": "1"}'),
      code: 'BAD_REPLY',
      found: failure.found.notAList
    },
    {
      name: 'a list of things that are no products',
      path: '/v2/Products',
      reply: () => json('[1, "two", null]'),
      code: 'BAD_REPLY',
      found: failure.found.notAnObject
    },
    {
      name: 'a server error',
      path: '/v2/Products',
      reply: () => new Response('oops', { status: 500 }),
      code: 'SERVER'
    },
    {
      name: 'too many requests',
      path: '/v2/Products',
      reply: () => new Response('', { status: 429, headers: { 'retry-after': '120' } }),
      code: 'RATE_LIMITED'
    }
  ]
  for (const { name, path, reply, code, found } of cases) {
    test(name, async ({ launch, platform }) => {
      const { page } = await launch()
      await signIn(page, platform.baseAddress)
      platform.respondWith(path, reply)
      await refreshAll(page)
      const host = new URL(platform.baseAddress).host
      await expect(alerts(page).filter({ hasText: say(failure[code].sentence, { host }) })).toBeVisible()
      if (found) {
        await alerts(page).getByText(failure.details).click()
        await expect(alerts(page)).toContainText(found)
      }
      await expect(products(page).first()).toBeVisible()
      await expect(statusBar(page)).toContainText(count(shell.status.products, 60))
    })
  }

  test('an invoice list of an unknown shape', async ({ launch, platform }) => {
    const { page } = await launch()
    await signIn(page, platform.baseAddress)
    await goTo(page, 'invoices')
    platform.respondWith('/v3/invoices', () => json('{"ledger": {"entries": 12}}'))
    await refreshAll(page)
    await expectFailure(page, 'BAD_REPLY', new URL(platform.baseAddress).host)
    await expect(invoiceRows(page).first()).toBeVisible()
  })
})

test('products without an id, or with the same one, are all shown and counted', async ({ launch, platform }) => {
  answerProducts(platform, [
    { name: 'Alpha' },
    { id: 'one', name: 'Beta' },
    { id: 'one', name: 'Gamma' },
    { id: null, name: 'Delta' }
  ])
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await expect(products(page)).toHaveCount(4)
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) {
    await products(page).filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
  }
  // Of the list only the connection check tells, of a record its pane.
  const { issues } = words.record
  await expect(page.getByText(issues.record.noId)).toBeHidden()
  await productPane(page).getByText(count(issues.title, 1), { exact: true }).click()
  await expect(page.getByText(issues.record.noId)).toBeVisible()
  await goTo(page, 'settings')
  await checkConnection(page)
  await expect(page.getByText(count(issues.catalogue.noId, 2))).toBeVisible()
  await expect(page.getByText(count(issues.catalogue.sameId, 1))).toBeVisible()
})

test('fields of the wrong type are left out and counted, the rest is shown', async ({ launch, platform }) => {
  answerProducts(platform, [
    { id: 'a', name: 42, weight: 'heavy', isFeatured: 'yes', tagline: 'Still readable' },
    { id: 'b', name: 'A'.repeat(5000), description: '<script>alert(1)</script>' }
  ])
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await expect(products(page)).toHaveCount(2)
  await products(page).first().click()
  await expect(page.getByText('Still readable', { exact: true })).toBeVisible()
  await productPane(page).getByText(count(words.record.issues.title, 3), { exact: true }).click()
  await expect(
    productPane(page).getByText(say(words.record.issues.wrongType.split(' | ')[0] ?? '', { field: 'weight' }))
  ).toBeVisible()
  await products(page).nth(1).click()
  await expect(page.getByText('<script>alert(1)</script>', { exact: true })).toBeVisible()
})

test('an invoice of an unknown shape is listed with what is known of it', async ({ launch, platform }) => {
  platform.respondWith('/v3/invoices', () =>
    json(JSON.stringify([{ reference: 'X-1', worth: { of: 'it' } }, { id: 7 }]))
  )
  const { page } = await launch()
  await signIn(page, platform.baseAddress)
  await goTo(page, 'invoices')
  await expect(invoiceRows(page)).toHaveCount(2)
  await expect(invoiceRows(page).filter({ hasText: 'X-1' })).toContainText(invoices.state.unknown)
  await invoiceRows(page).filter({ hasText: 'X-1' }).click()
  await invoicePane(page).getByText(count(words.record.issues.title, 2), { exact: true }).click()
  await expect(invoicePane(page).getByText(words.record.issues.record.unknownShape)).toBeVisible()
})

test('an empty account says so', async ({ launch, platform }) => {
  answerProducts(platform, [])
  platform.respondWith('/v3/invoices', () => json('[]'))
  platform.respondWith('/v2/Profile', () => json('{}'))
  const { page } = await launch()
  await submitSignIn(page, { address: platform.baseAddress })
  await expect(page.getByRole('heading', { name: words.listing.empty.title })).toBeVisible()
  await settled(page)
  await goTo(page, 'invoices')
  await expect(page.getByRole('heading', { name: invoices.empty.title })).toBeVisible()
  await goTo(page, 'profile')
  await expect(page.getByRole('heading', { name: words.profile.emptyTitle })).toBeVisible()
})

function html(): Response {
  return new Response('<!doctype html><title>Welcome</title><p>It works', { headers: { 'content-type': 'text/html' } })
}

function json(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}

function answerProducts(platform: PlatformServer, list: object[]): void {
  platform.respondWith('/v2/Products', () => Response.json(list))
}
