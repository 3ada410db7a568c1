import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readKeychain } from './app/keychain.ts'
import { readFolder } from './canary/places.ts'
import { startProvider } from './provider.ts'
import { expect, test } from './fixtures.ts'
import * as ui from './ui.ts'
import { say, words } from './words.ts'

const {
  signIn: session,
  ui: { notice }
} = words

/**
 * The keychain entries with the token, of the accounts of this profile: specs beside this one use the same store, and who signs
 * in to the sample in the same second is given the same token.
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

test('the sign-in lasts across launches until sign-out, although its tokens have ended by the clock', async ({
  launch,
  profileDir
}) => {
  // The provider accepts them, so they have not ended.
  const provider = await startProvider({ name: 'Nordlichtkai', expires: () => new Date(Date.now() - 3 * 3_600_000) })
  const isStored = (): boolean => readFolder(profileDir).some((text) => text.includes(provider.product))

  await test.step('an ended token is told and used', async () => {
    const { page, quit } = await launch()
    await ui.signInAt(page, provider)
    await expect(ui.notices(page)).toContainText(say(notice.ended, { host: provider.host }).split('{when}')[0] ?? '')
    await expect(ui.notices(page)).toContainText(say(notice.endedNext, { host: provider.host }))
    await quit()
  })

  await test.step('the next launch is signed in; signing out removes the token and keeps the data, or erases it with its entry', async () => {
    provider.requests.length = 0
    const { page, quit } = await launch()
    await ui.goTo(page, 'catalogue')
    await expect(ui.products(page).first()).toBeVisible()
    await ui.settled(page)
    expect(provider.requests.map(({ path }) => path)).toContain('/v3/invoices')
    expect(provider.requests.filter(({ method }) => method === 'POST')).toEqual([])
    await ui.goTo(page, 'settings')
    await expect(page.getByText(session.credential.kept, { exact: true })).toBeVisible()
    const [entry, ...others] = await kept(provider.token, profileDir)
    expect(others).toEqual([])
    await ui.signOut(page, 'keep')
    await expect(ui.title(page, session.title)).toBeVisible()
    // The page is told as soon as nobody is signed in any more, and the token goes after that.
    await expect.poll(() => kept(provider.token, profileDir)).toEqual([])
    expect(isStored()).toBe(true)

    await expect(ui.field.email(page)).toHaveValue(provider.email)
    await expect(ui.field.address(page)).toHaveValue(provider.baseUrl)
    await ui.signInAt(page, provider)
    await ui.signOut(page, 'erase')
    await expect(ui.title(page, session.title)).toBeVisible()
    await expect.poll(async () => (await readKeychain()).map(({ account }) => account)).not.toContain(entry)
    await quit()
    expect(isStored()).toBe(false)
  })
  await provider.stop()
})
