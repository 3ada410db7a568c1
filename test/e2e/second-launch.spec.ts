import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readKeychain } from './app/keychain.ts'
import { startProvider, type Provider } from './provider.ts'
import { expect, test } from './fixtures.ts'
import {
  field,
  goTo,
  invoiceRows,
  notices,
  products,
  refreshAll,
  settled,
  signInAt,
  signOut,
  title,
  type View
} from './walk.ts'
import { say, words } from './words.ts'

const { invoices, notice, session } = words
const VIEWS: View[] = ['catalogue', 'invoices', 'profile', 'settings']

const bearer = (provider: Provider): string =>
  provider.requests.findLast(({ headers }) => headers['authorization'])?.headers['authorization']?.slice(7) ?? ''

/**
 * The entries in the password store that have the token in them, of the accounts of this profile: specs beside this one use
 * the same store, and who signs in to the sample in the same second is given the same token.
 */
async function kept(token: string, profileDir: string): Promise<string[]> {
  expect(token.split('.')).toHaveLength(3)
  const own = readdirSync(join(profileDir, 'accounts'))
  expect(own).toHaveLength(1)
  const entries = await readKeychain()
  return entries
    .filter(({ account, password }) => own.includes(account) && password.includes(token))
    .map(({ account }) => account)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('across launches, token and password are in the keychain only, and the sign-in lasts until sign-out', async ({
  launch,
  profileDir
}) => {
  // By the clock, its tokens have ended. The provider accepts them, so they have not.
  const provider = await startProvider({ name: 'Nordlichtkai', expires: () => new Date(Date.now() - 3 * 3_600_000) })
  const containing = (text: string): string[] =>
    filesBelow(profileDir).filter((file) => readFileSync(file, 'latin1').includes(text))

  await test.step('the secrets are in no view, answer, URL, output or file', async () => {
    const app = await launch()
    const { page } = app
    await signInAt(page, provider)
    await expect(notices(page)).toContainText(say(notice.ended, { host: provider.host }).split('{when}')[0] ?? '')
    await expect(notices(page)).toContainText(say(notice.endedNext, { host: provider.host }))
    await refreshAll(page)
    await settled(page)
    const token = bearer(provider)
    const secrets = [token, token.split('.')[2] ?? token, provider.password]
    expect(await kept(token, profileDir)).toHaveLength(1)

    const seen: string[] = []
    for (const view of VIEWS) {
      await goTo(page, view)
      seen.push(await page.content())
    }
    seen.push(
      await page.evaluate(async () => {
        const storage = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie, location.href]
        const answers = [window.portside.session.state(), window.portside.profile.read(), window.portside.app.info()]
        return JSON.stringify([storage, await Promise.all(answers)])
      })
    )
    await app.quit()
    seen.push(app.output(), provider.requests.map(({ url }) => url).join('\n'))

    const files = filesBelow(profileDir)
    expect(files.length).toBeGreaterThan(0)
    const places = [...seen, ...files.map((file) => readFileSync(file, 'latin1'))]
    // The same search finds what is no secret.
    expect(places.filter((text) => text.includes(provider.email)).length).toBeGreaterThan(1)
    for (const secret of secrets) expect(places.filter((text) => text.includes(secret))).toHaveLength(0)
  })

  await test.step('reports a refused token and keeps saved data', async () => {
    const accept = provider.refuseAll()
    const { page, quit } = await launch()
    await expect(products(page).first()).toBeVisible()
    await expect(notices(page)).toContainText(say(notice.refused, { host: provider.host }))
    await expect(notices(page)).toContainText(notice.refusedNext)
    await goTo(page, 'invoices')
    await expect(invoiceRows(page)).toHaveText([new RegExp(provider.invoice)])
    accept()
    await notices(page).getByRole('button', { name: notice.signInAgain, exact: true }).click()
    await expect(title(page, session.again)).toBeVisible()
    await field.password(page).fill(provider.password)
    await page.keyboard.press('Enter')
    await expect(title(page, invoices.title)).toBeVisible()
    await settled(page)
    await quit()
  })

  await test.step('the next launch is signed in; signing out removes the token and keeps the data', async () => {
    provider.requests.length = 0
    const { page, quit } = await launch()
    await expect(products(page).first()).toBeVisible()
    await settled(page)
    expect(provider.requests.map(({ path }) => path)).toContain('/v3/invoices')
    expect(provider.requests.filter(({ method }) => method === 'POST')).toEqual([])
    expect(await page.evaluate(() => window.portside.session.state())).toMatchObject({ data: { credential: 'kept' } })
    await goTo(page, 'settings')
    await expect(page.getByText(session.credential.kept, { exact: true })).toBeVisible()

    const token = bearer(provider)
    expect(await kept(token, profileDir)).toHaveLength(1)
    await signOut(page, 'keep')
    await expect(title(page, session.title)).toBeVisible()
    // The page is told as soon as nobody is signed in any more, and the token goes after that.
    await expect.poll(() => kept(token, profileDir)).toEqual([])
    await quit()
    expect(containing(provider.product).length).toBeGreaterThan(0)
  })

  await test.step('the form is prefilled, and signing out can erase the data', async () => {
    const { page, quit } = await launch()
    await expect(title(page, session.title)).toBeVisible()
    await expect(field.email(page)).toHaveValue(provider.email)
    await expect(field.address(page)).toHaveValue(provider.baseAddress)
    await signInAt(page, provider)
    expect(containing(provider.product).length).toBeGreaterThan(0)
    await signOut(page, 'erase')
    await expect(title(page, session.title)).toBeVisible()
    await quit()
    expect(containing(provider.product)).toEqual([])
  })
  await provider.stop()
})
