/** What is told above every view: each state of the credential in words of its own, and what helps. */
import { expect, test } from 'vitest'
import { NO_SUMMARY } from '../../../support/invoice-fields.ts'
import { fresh, bridge, line, noFolder, online, opened, signedIn } from './bridge.ts'
import { axeFindings, button, expectFine, openPage, page, path } from './page.ts'
import type { CredentialState } from '../../../../src/shared/models/account.ts'
import type { ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { SETTING_NAMES, type SettingName } from '../../../../src/shared/models/settings.ts'
import type { FolderProblem } from '../../../../src/shared/models/pdf-folder.ts'

const open = (at = '/profile') => openPage(at)
const notices = (): Element | null => document.querySelector('[aria-label="Notices"]')
const notice = (): string => notices()?.querySelector('[role="status"]')?.textContent ?? ''
const buttons = (): string[] =>
  [...(notices()?.querySelectorAll('button') ?? [])].map((one) => one.ariaLabel ?? one.textContent.trim())
const press = (words: string, place: ParentNode | null = notices()): void => button(words, place).click()
const status = (): string => document.querySelector('footer [role="status"]')?.textContent ?? ''

const missing = (found: ErrorInfo['found']): ErrorInfo => ({ code: 'KEYCHAIN_MISSING', ...(found && { found }) })

const untilQuit = 'Your system’s password store isn’t available or is locked.'

const changed: ErrorInfo = { code: 'KEYCHAIN_CHANGED' }
const otherOrigin: ErrorInfo = { ...changed, found: 'otherOrigin' }
const refused: ErrorInfo = { code: 'KEYCHAIN_REFUSED' }
const locked: ErrorInfo = { code: 'KEYCHAIN_LOCKED' }
const silent: ErrorInfo = { code: 'KEYCHAIN_SILENT' }

test.each<
  [CredentialState, ErrorInfo | null, string, 'signIn' | 'both' | 'signInFirst' | 'bothSignInFirst' | 'store', string]
>([
  [
    'refused',
    null,
    'api.example.com doesn’t accept your sign-in. Try again, or sign in again to refresh.',
    'bothSignInFirst',
    'Signed out by api.example.com'
  ],
  ['forgotten', null, 'You’re no longer signed in. Sign in again to refresh.', 'signIn', 'No longer signed in'],
  ['unavailable', locked, 'is locked. Unlock it and try again', 'both', 'Password store locked'],
  ['unavailable', silent, 'isn’t responding.', 'both', 'not responding'],
  ['unavailable', missing(undefined), 'isn’t available.', 'both', 'No password store'],
  ['unavailable', missing('noLibrary'), 'Install it (libsecret', 'both', 'No password store'],
  ['unavailable', missing('noBus'), 'no session bus', 'both', 'No password store'],
  ['unavailable', missing('noService'), 'GNOME Keyring', 'both', 'No password store'],
  ['unavailable', changed, 'Your token was removed', 'signInFirst', 'Token missing'],
  [
    'unavailable',
    otherOrigin,
    'provider URL to api.example.com. Your sign-in',
    'signIn',
    'Provider URL changed outside Portside'
  ],
  ['memory', locked, `${untilQuit} Unlock it to stay signed in`, 'store', 'Online'],
  ['memory', silent, `${untilQuit} To stay signed in after you quit, look for its password prompt`, 'store', 'Online'],
  ['memory', missing(undefined), `${untilQuit} Start it to stay signed in`, 'store', 'Online'],
  [
    'memory',
    missing('noLibrary'),
    `${untilQuit} To stay signed in after you quit, install its library`,
    'store',
    'Online'
  ],
  ['memory', missing('noBus'), `${untilQuit} To stay signed in after you quit, start Portside`, 'store', 'Online'],
  [
    'memory',
    missing('noService'),
    `${untilQuit} To stay signed in after you quit, start GNOME Keyring`,
    'store',
    'Online'
  ],
  ['memory', refused, 'couldn’t save your token to your system’s password store. Try again to stay', 'store', 'Online'],
  ['memory', changed, 'or changed there. Try again to stay', 'store', 'Online']
])('%s %o is told as such, with what helps', async (credential, keychainError, words, help, bar) => {
  bridge.answer('session.state', signedIn(credential, keychainError))
  await open()
  await expect.poll(notice).toContain(words)
  const labels = {
    signIn: ['Sign in again'],
    both: ['Try again', 'Sign in again'],
    bothSignInFirst: ['Sign in again', 'Try again'],
    signInFirst: ['Sign in again', 'Try again'],
    store: ['Try again', 'Dismiss']
  }
  expect(buttons()).toEqual(labels[help])
  await expect.poll(status).toContain(bar)
})

test('a refused sign-in can be tried again in place, and it is said if nothing has changed', async () => {
  bridge.answer('session.state', signedIn('refused'))
  await open()
  await expect.poll(notice).toContain('doesn’t accept your sign-in')
  await expectFine()
  press('Try again')
  await expect.poll(notice).toContain('Still not accepted.')
  expect(bridge.asked('app.refresh')).toEqual([{ all: false, topic: null }])
  expect(bridge.asked('session.retryKeychain')).toEqual([])
  bridge.answer('session.state', signedIn())
  press('Try again')
  await expect.poll(notices).toBe(null)
})

test('a refused sign-in quotes the provider’s reason, if it gave one', async () => {
  const providerMessage = 'Your API key was revoked by an administrator. Create a new one under Security.'
  const refusal: ErrorInfo = { code: 'UNAUTHORIZED', host: 'api.example.com', providerMessage }
  bridge.answer('session.state', signedIn('refused'))
  bridge.answer('app.status', { ...online, refusal })
  await open()
  await expect
    .poll(notice)
    .toContain(`doesn’t accept your sign-in. api.example.com says: “${providerMessage}” Try again, or sign in again`)
  bridge.answer('app.status', { ...online, refusal: { ...refusal, providerMessage: 'Unauthorized' } })
  bridge.emit('status')
  await expect.poll(notice).toContain('doesn’t accept your sign-in. Try again')
})

test('a sign-in that expired is said as that, once, and only a new one is offered', async () => {
  const providerMessage = 'Authentication token has expired.'
  const refusal: ErrorInfo = { code: 'UNAUTHORIZED', found: 'expired', host: 'api.example.com', providerMessage }
  bridge.answer('session.state', signedIn('refused'))
  bridge.answer('app.status', { ...online, refusal })
  await open()
  await expect.poll(notice).toContain('Your sign-in expired. Sign in again to refresh.')
  expect(notice()).not.toContain(providerMessage)
  expect(notice()).not.toContain('Try again')
})

test('asking the password store again is one press, and the notice goes when it answers', async () => {
  bridge.answer('session.state', signedIn('unavailable', { code: 'KEYCHAIN_LOCKED' }))
  await open()
  await expect.poll(notice).toContain('Unlock it')
  await expectFine()
  bridge.answer('session.retryKeychain', signedIn())
  press('Try again')
  await expect.poll(notices).toBe(null)
})

test.each([
  ['unavailable', 'KEYCHAIN_LOCKED', 'Still locked.'],
  ['unavailable', 'KEYCHAIN_MISSING', 'Still not available.'],
  ['memory', 'KEYCHAIN_SILENT', 'Still not responding.'],
  ['memory', 'KEYCHAIN_REFUSED', 'Still couldn’t save it.']
] as const)('%s: that it is still %s is said in place', async (credential, code, words) => {
  bridge.answer('session.state', signedIn(credential, { code }))
  bridge.fail('session.retryKeychain', { code })
  await open()
  await expect.poll(notices).not.toBe(null)
  await expect.poll(notice).not.toBe('')
  press('Try again')
  await expect.poll(notice).toContain(words)
})

test('the same when main answers with a state that is as before', async () => {
  bridge.answer('session.state', signedIn('memory', { code: 'KEYCHAIN_LOCKED' }))
  bridge.answer('session.retryKeychain', signedIn('memory', { code: 'KEYCHAIN_LOCKED' }))
  await open()
  await expect.poll(notice).toContain('after you quit')
  press('Try again')
  await expect.poll(notice).toContain('Still locked.')
})

test('what else goes wrong with that is told, and can be put away', async () => {
  bridge.answer('session.state', signedIn('unavailable', { code: 'KEYCHAIN_LOCKED' }))
  bridge.fail('session.retryKeychain', { code: 'STORAGE' })
  await open()
  await expect.poll(notice).toContain('Unlock it')
  press('Try again')
  await expect.poll(() => notices()?.textContent).toContain('couldn’t read or write its data')
  press('Dismiss')
  await expect.poll(() => notices()?.textContent).not.toContain('couldn’t read or write its data')
})

test('session-only mode stays in the status bar when its notice was dismissed', async () => {
  bridge.answer('session.state', signedIn('memory', { code: 'KEYCHAIN_LOCKED' }))
  const { router } = await open()
  await expect.poll(notice).toContain('after you quit')
  press('Dismiss')
  await expect.poll(notices).toBe(null)
  expect(document.querySelector('footer')?.textContent).toContain('Signed in until you quit')
  await expectFine()
  await router.push('/settings')
  expect(notices()).toBe(null)
  bridge.answer('session.state', signedIn('memory', { code: 'KEYCHAIN_REFUSED' }))
  bridge.emit('session')
  await expect.poll(notice).toContain('couldn’t save your token')
})

const HOUR = 3_600_000
const endsIn = (ms: number) => line({ tokenExpiresAt: new Date(Date.now() + ms).toISOString() })

test.each([
  [5.5 * HOUR, 'Your sign-in at api.example.com expires in 5 hours.'],
  [90_000, 'expires in 1 minute.'],
  [-5 * HOUR, 'Your sign-in at api.example.com expired 5 hours ago, going by this computer’s clock.']
])('a sign-in that ends in %i ms, less than a day, is announced', async (ms, words) => {
  bridge.answer('session.state', opened([endsIn(ms)]))
  await open('/profile')
  await expect.poll(notice).toContain(words)
  expect(buttons()).toEqual(['Sign in again', 'Dismiss'])
  expect(status()).toContain('Online')
  press('Sign in again')
  await expect.poll(path).toBe('/sign-in?again=a&from=/profile')
})

test('one that ends later than in a day is not announced', async () => {
  bridge.answer('session.state', opened([endsIn(30 * HOUR)]))
  await open()
  await expect.poll(status).toContain('Online')
  expect(notices()).toBe(null)
})

test('an end is dismissed once, and the next one is told', async () => {
  bridge.answer('session.state', opened([endsIn(5 * HOUR)]))
  await open()
  await expect.poll(notice).toContain('in 4 hours')
  await expectFine()
  press('Dismiss')
  await expect.poll(notices).toBe(null)
  bridge.answer('session.state', opened([endsIn(2.5 * HOUR)]))
  bridge.emit('session')
  await expect.poll(notice).toContain('in 2 hours')
})

const sealed = (code: ErrorInfo['code']): ErrorInfo => ({ code, found: 'sealed' })

test.each([
  ['KEYCHAIN_LOCKED', 'with their key is locked. Unlock it, then try again.'],
  ['KEYCHAIN_SILENT', 'with their key isn’t responding.'],
  ['KEYCHAIN_MISSING', 'with their key isn’t available.'],
  ['KEYCHAIN_REFUSED', 'can’t use your password store to open them'],
  ['KEYCHAIN_CHANGED', 'is no longer in your password store.']
] as const)('what can’t be opened is said by the view, in words of its own: %s', async (code, words) => {
  bridge.answer('session.state', signedIn('unavailable', { code }))
  bridge.fail('profile.read', sealed(code))
  bridge.fail('invoices.page', sealed(code))
  for (const view of ['/profile', '/invoices']) {
    await open(view)
    await expect.poll(() => document.querySelector('main [role="alert"]')?.textContent).toContain('are encrypted')
    expect(document.querySelector('main [role="alert"]')?.textContent).toContain(words)
    page.leave()
  }
})

test.each(['/profile', '/invoices'])('%s: trying again asks the password store, then reads', async (view) => {
  bridge.answer('session.state', signedIn('unavailable', { code: 'KEYCHAIN_LOCKED' }))
  bridge.fail('profile.read', sealed('KEYCHAIN_LOCKED'))
  bridge.fail('invoices.page', sealed('KEYCHAIN_LOCKED'))
  await open(view)
  await expect.poll(() => document.querySelector('main [role="alert"]')).not.toBe(null)
  await expectFine()
  bridge.answer('session.retryKeychain', signedIn())
  bridge.answer('profile.read', { profile: { ...nobody, title: 'Ada Lovelace' }, freshness: fresh })
  bridge.answer('invoices.page', { rows: [], matched: 0, summary: NO_SUMMARY, freshness: fresh, missing: [] })
  press('Try again', document.querySelector('main'))
  await expect.poll(() => document.querySelector('main [role="alert"]')).toBe(null)
  await expect.poll(() => document.querySelector('main')?.textContent).toMatch(/Ada Lovelace|No invoices/)
  expect(bridge.asked('session.retryKeychain')).toHaveLength(1)
})

test.each(['/profile', '/invoices'])('%s: without a token nobody is accused, and the way in is there', async (view) => {
  const error: ErrorInfo = { code: 'UNAUTHORIZED', found: 'notSignedIn' }
  const none = { ...fresh, fetchedAt: null, error }
  bridge.answer('session.state', signedIn('forgotten'))
  bridge.answer('profile.read', { profile: null, freshness: none })
  bridge.answer('invoices.page', { rows: [], matched: 0, summary: NO_SUMMARY, freshness: none, missing: [] })
  await open(view)
  const alert = (): Element | null => document.querySelector('main [role="alert"]')
  await expect.poll(() => alert()?.textContent).toContain('You’re not signed in, and none of this is saved')
  expect(alert()?.textContent).not.toContain('accept')
  expect([...(alert()?.querySelectorAll('button') ?? [])].map((one) => one.textContent.trim())).toEqual([
    'Sign in again'
  ])
  press('Sign in again', alert())
  await expect.poll(path).toBe(`/sign-in?again=a&from=${view}`)
})

test('damaged settings are named until the user has seen them, also after the next start', async () => {
  bridge.answer('app.status', { ...online, lostSettings: ['invoiceChart', 'quietHours'] satisfies SettingName[] })
  await open()
  await expect
    .poll(notice)
    .toContain('2 saved settings were damaged and are back to their defaults: Chart above the invoices, Quiet hours.')
  expect(notice()).toContain('Check them. Portside keeps a copy of the damaged data.')
  expect(buttons()).toEqual(['Settings', 'Dismiss'])
  expect(await axeFindings()).toEqual([])
  press('Settings')
  await expect.poll(path).toBe('/settings#notifications')
  bridge.answer('app.acceptLostSettings', null)
  bridge.answer('app.status', online)
  press('Dismiss')
  await expect.poll(notices).toBe(null)
  expect(bridge.asked('app.acceptLostSettings')).toHaveLength(1)
})

test.each([
  [['theme'], 'A saved setting was damaged and is back to its default: Theme.'],
  [['theme', 'region', 'closing', 'csvSeparator', 'csvDecimalSign', 'notify'], 'Separator in CSV files, 2 more.'],
  [['pdfFolder'], 'A saved setting was damaged and is back to its default: Save new PDFs into a folder.'],
  [SETTING_NAMES, 'Your saved settings were damaged, so all of them are back to their defaults.']
] as const)('damaged settings %j', async (lostSettings, sentence) => {
  bridge.answer('app.status', { ...online, lostSettings })
  await open()
  await expect.poll(notice).toContain(sentence)
})

test('a problem of the folder for new PDFs is said once, with what helps', async () => {
  const problem = (folderProblem: FolderProblem | null): void => {
    bridge.answer('app.status', { ...online, folderProblem })
    bridge.emit('status')
  }
  bridge.answer('pdfFolder.retry', noFolder)
  await open()
  problem('gone')
  await expect.poll(notice).toContain('The folder for new PDFs is gone. Choose another, or connect the drive.')
  expect(buttons()).toEqual(['Try again', 'Settings', 'Dismiss'])
  press('Try again')
  await expect.poll(() => bridge.asked('pdfFolder.retry')).toHaveLength(1)
  press('Dismiss')
  await expect.poll(notices).toBe(null)
  problem(null)
  problem('full')
  await expect.poll(notice).toContain('There’s too little room left in the folder for new PDFs.')
  expect(await axeFindings()).toEqual([])
  press('Settings')
  await expect.poll(path).toBe('/settings#invoices')
  // The settings have it in their section.
  await expect.poll(notices).toBe(null)
})

const nobody = {
  title: null,
  email: null,
  groups: { person: [], address: [], company: [], account: [], other: [] },
  dropped: 0
}
