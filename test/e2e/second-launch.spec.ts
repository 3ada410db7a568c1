import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SAMPLE_EMAIL, SAMPLE_PASSWORD } from '../../src/sandbox/index.ts'
import { readKeychain } from './app/keychain.ts'
import { expect, test, type PlatformServer } from './fixtures.ts'
import { explore, field, goTo, products, settled, signIn, signOut, statusBar, title, type View } from './walk.ts'
import { words } from './words.ts'

const { catalogue, notice, session, shell } = words
const VIEWS: View[] = ['catalogue', 'invoices', 'profile', 'settings']

const bearer = (platform: PlatformServer): string =>
  platform.requests.findLast(({ headers }) => headers['authorization'])?.headers['authorization']?.slice(7) ?? ''

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

test('the second launch is signed in without asking', async ({ launch, platform }) => {
  const first = await launch()
  await signIn(first.page, platform.baseAddress)
  await first.quit()
  platform.requests.length = 0

  const { page } = await launch()
  await expect(products(page).first()).toBeVisible()
  await settled(page)
  expect(platform.requests.length).toBeGreaterThan(0)
  expect(platform.requests.filter(({ method }) => method === 'POST')).toEqual([])
  await goTo(page, 'settings')
  await expect(page.getByText(session.credential.kept, { exact: true })).toBeVisible()
})

test('token and password are in the keychain or nowhere', async ({ launch, platform, profileDir }) => {
  const app = await launch()
  const { page } = app
  await signIn(page, platform.baseAddress)
  const token = bearer(platform)
  const secrets = [token, token.split('.')[2] ?? token, SAMPLE_PASSWORD]

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
  seen.push(app.output(), platform.requests.map(({ url }) => url).join('\n'))

  const files = filesBelow(profileDir)
  expect(files.length).toBeGreaterThan(0)
  const places = [...seen, ...files.map((file) => readFileSync(file, 'latin1'))]
  // What is no secret is found by the same search.
  expect(places.filter((text) => text.includes(SAMPLE_EMAIL)).length).toBeGreaterThan(1)
  for (const secret of secrets) {
    expect(places.filter((text) => text.includes(secret))).toHaveLength(0)
  }
})

test('signing out takes the token away and keeps the data that is wanted', async ({ launch, platform, profileDir }) => {
  const first = await launch()
  await signIn(first.page, platform.baseAddress)
  const token = bearer(platform)
  expect(await kept(token, profileDir)).toHaveLength(1)
  await signOut(first.page, 'keep')
  await expect(title(first.page, session.title)).toBeVisible()
  // The page is told as soon as nobody is signed in any more, and the token goes after that.
  await expect.poll(() => kept(token, profileDir)).toEqual([])
  await first.quit()

  const { page } = await launch()
  await expect(title(page, session.title)).toBeVisible()
  await expect(field.email(page)).toHaveValue(SAMPLE_EMAIL)
  await expect(field.address(page)).toHaveValue(platform.baseAddress)
})

test('signing out can erase what was saved', async ({ launch, platform, profileDir }) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  const telling = (): string[] =>
    filesBelow(profileDir).filter((file) => readFileSync(file, 'latin1').includes('4G mobile proxy'))
  expect(telling().length).toBeGreaterThan(0)
  await signOut(app.page, 'erase')
  await expect(title(app.page, session.title)).toBeVisible()
  await app.quit()
  expect(telling()).toEqual([])
})

test('a token that the platform no longer takes is said, and saved data stays', async ({ launch, platform }) => {
  const app = await launch()
  await signIn(app.page, platform.baseAddress)
  await app.quit()
  platform.respondWith(/^\/v[23]\//, () => Response.json({ message: 'expired', statusCode: 401 }, { status: 401 }))

  const { page } = await launch()
  await expect(products(page).first()).toBeVisible()
  const notices = page.getByRole('region', { name: notice.label })
  await expect(notices).toContainText(notice.refusedNext)
  platform.respondNormally()
  await notices.getByRole('button', { name: notice.signInAgain }).click()
  await expect(title(page, session.again)).toBeVisible()
  await field.password(page).fill(SAMPLE_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(title(page, catalogue.title)).toBeVisible()
  await settled(page)
})

test('the sample is there again at the second launch, too', async ({ launch }) => {
  const first = await launch()
  await explore(first.page)
  await first.quit()
  const { page } = await launch()
  await expect(products(page).first()).toBeVisible()
  await expect(statusBar(page)).toContainText(shell.status.sample)
})

test('a second start of the same profile shows the window of the first', async ({ launch, profileDir }) => {
  const first = await launch()
  await first.minimize()
  await expect.poll(async () => (await first.window())?.minimized).toBe(true)
  await expect(launch({ profileDir })).rejects.toThrow(/ended|closed|exited|failed to launch/i)
  await expect.poll(async () => (await first.window())?.minimized).toBe(false)
})
