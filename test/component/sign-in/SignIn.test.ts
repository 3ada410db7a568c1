import { afterEach, beforeEach, expect, test } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import type { ErrorInfo } from '../../../src/shared/ipc/error.ts'
import { appInfo, bridge, line, online, signedIn, signedOut } from '../ui/shell/bridge.ts'
import { json, problems, write } from '../accounts/connection/json.ts'
import { alert, button, expectFine, field, focused, noteOf, openPage, page } from '../ui/shell/page.ts'
import { fill, pick } from '../ui/typing.ts'

beforeEach(async () => {
  bridge.answer('session.state', signedOut)
  await openPage('/catalogue')
  await expect.poll(() => document.querySelector('form')).not.toBe(null)
})
afterEach(async () => {
  await browser.viewport(1000, 700)
})

const openAdvanced = async (): Promise<void> => {
  button('Connection…').click()
  await expect.poll(page.text).toContain('Meaning of statuses')
  await expect.poll(() => button('Import…')).toBeTruthy()
}
const asked = (): unknown[] => bridge.asked('session.signIn')
const fillIn = async (): Promise<void> => {
  await fill(field('email'), 'ada@example.com')
  await fill(field('password'), 'open sesame')
}
const enter = (): Promise<void> => userEvent.keyboard('{Enter}')
/** Fills in email and password, and sends them. */
const signIn = async (): Promise<void> => {
  await fillIn()
  await enter()
}
const choose = async (way: 'password' | 'token'): Promise<void> => {
  if (document.querySelector(`input[name="${way}"]`)) return
  button(way === 'token' ? 'Or an API key' : 'Or email and password').click()
  await expect.poll(() => document.querySelector(`input[name="${way}"]`)).not.toBe(null)
}
const provider = (): HTMLSelectElement => document.querySelector<HTMLSelectElement>('select[name="provider"]')!
const seen = (name: string): HTMLInputElement | undefined =>
  [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)].find((one) => one.checkVisibility())
const fillAddress = async (address: string): Promise<void> => {
  if (!seen('address')) button('Other address').click()
  await expect.poll(() => seen('address')).toBeTruthy()
  await fill(seen('address')!, address)
}

test('whoever is signed out starts here, with the cursor where typing begins', () => {
  expect(page.router.currentRoute.value.name).toBe('signIn')
  expect(focused()).toBe('email')
})

test.each([
  ['rebuilt', 'The list of your accounts on this computer was damaged or is gone. Sign in again'],
  ['memory', 'Portside can’t write to its data folder']
])('says why saved accounts are missing: %s', async (storage, words) => {
  expect(page.text()).not.toContain(words)
  bridge.answer('app.status', { ...online, storage })
  await openPage('/catalogue')
  await expect.poll(page.text).toContain(words)
  expect(document.querySelector('[role="status"]')?.textContent).toContain(words)
})

test('says what is missing at its field, and asks nobody yet', async () => {
  expect(page.text()).not.toContain('Enter your email.')
  await enter()
  expect(page.text()).toContain('Enter your email.')
  expect(page.text()).toContain('Enter your password.')
  expect(field('email').getAttribute('aria-invalid')).toBe('true')
  expect(noteOf('email')).toBe('Enter your email.')
  await expectFine()
  expect(asked()).toEqual([])
})

test.each([
  ['http://api.example.com', 'Use https://'],
  ['', 'Enter the provider URL.'],
  ['https://', 'That isn’t a web address.'],
  ['http;//api.example.com', 'A URL starts with https://. Check how this one begins.']
])('does not send a password to “%s”', async (address, words) => {
  await fillIn()
  await fillAddress(address)
  // From another field, so that the focus shows which one is wrong.
  field('email').focus()
  await enter()
  expect(page.text()).toContain(words)
  await expect.poll(focused).toBe('address')
  expect(asked()).toEqual([])
})

test.each([
  ['api.example.com/', 'https://api.example.com'],
  ['http://localhost:8080', 'http://localhost:8080']
])('takes “%s” as %s', async (address, sent) => {
  bridge.answer('session.signIn', signedIn())
  await fillIn()
  await fillAddress(address)
  await enter()
  await expect.poll(asked).toMatchObject([{ connection: { baseUrl: sent, provider: 'hypeproxy' } }])
})

test('being asked for a code is no alarm: its field says so in the provider’s words, and the password stays', async () => {
  const asksCode = { code: 'CODE_NEEDED', host: 'api.example.com' } as const
  bridge.fail('session.signIn', { ...asksCode, providerMessage: 'Code sent by SMS' })
  await signIn()
  await expect.poll(focused).toBe('code')
  const words = 'The provider asks for a code. Enter the current one. api.example.com says: “Code sent by SMS”'
  expect(noteOf('code')).toBe(words)
  expect(field('code').getAttribute('aria-invalid')).toBe(null)
  expect(field('code').closest('[aria-live="polite"]')).not.toBe(null)
  expect(alert()).toBe(null)
  expect(field('password').value).toBe('open sesame')

  await enter()
  await expect.poll(page.text).toContain('Enter the current code.')
  await expectFine()
  expect(field('code').getAttribute('aria-invalid')).toBe('true')
  expect(asked()).toHaveLength(1)

  bridge.fail('session.signIn', { ...asksCode, providerMessage: 'OTP_REQUIRED' })
  await userEvent.keyboard('111111{Enter}')
  await expect.poll(() => noteOf('code')).toBe('This code wasn’t accepted. Enter a new one.')
  expect(field('code').getAttribute('aria-invalid')).toBe('true')
  expect(alert()).toBe(null)

  bridge.answer('session.signIn', signedIn())
  await userEvent.keyboard('123456{Enter}')
  expect(page.router.currentRoute.value.name).toBe('overview')
  expect(asked().at(-1)).toMatchObject({ password: 'open sesame', code: '123456' })
})

test('what was said of the latest try goes when the next one ends at a field', async () => {
  bridge.fail('session.signIn', { code: 'UNREACHABLE', host: 'api.example.com' })
  await signIn()
  await expect.poll(() => alert()?.textContent).toContain('Couldn’t reach api.example.com.')
  await expectFine()
  await fillAddress('http://api.example.org')
  await enter()
  await expect.poll(page.text).toContain('Use https://')
  expect(alert()).toBe(null)
  expect(asked()).toHaveLength(1)
})

test('that a code is needed is not forgotten at another field', async () => {
  bridge.fail('session.signIn', { code: 'CODE_NEEDED' })
  await signIn()
  await expect.poll(focused).toBe('code')
  await fill(field('email'), '')
  await enter()
  await expect.poll(page.text).toContain('Enter your email.')
  expect(noteOf('code')).toBe('Enter the current code.')
  await fill(field('email'), 'ada@example.com')
  await enter()
  expect(noteOf('code')).toBe('Enter the current code.')
  expect(asked()).toHaveLength(1)
})

test('a code that one has is typed up front', async () => {
  expect(document.querySelector('input[name="code"]')).toBe(null)
  button('One-time code').click()
  await expect.poll(focused).toBe('code')
  bridge.answer('session.signIn', signedIn())
  await userEvent.fill(field('email'), 'ada@example.com')
  await userEvent.fill(field('password'), 'open sesame')
  await userEvent.fill(field('code'), '123456')
  await enter()
  await expect.poll(asked).toMatchObject([{ password: 'open sesame', code: '123456', again: null }])
})

const alerted = (): Promise<void> => expect.poll(alert).not.toBe(null)

test('nothing that was typed is lost while the provider is not reached', async () => {
  bridge.fail('session.signIn', { code: 'OFFLINE' })
  await signIn()
  await alerted()
  expect(field('password').value).toBe('open sesame')
})

test.each([
  ['SERVER', 'is having problems.', 'Enter your password again.'],
  ['WRONG_CREDENTIALS', 'didn’t accept this email and password.', '']
] as const)('a password that reached the provider is forgotten: %s', async (code, words, note) => {
  bridge.fail('session.signIn', { code, host: 'api.example.com', providerMessage: 'No such user' })
  await signIn()
  await expect.poll(() => field('password').value).toBe('')
  await expect.poll(focused).toBe('password')
  await expect.poll(() => alert()?.textContent).toContain(words)
  expect(alert()?.textContent).toContain('api.example.com says: “No such user”')
  expect(field('email').value).toBe('ada@example.com')
  expect(noteOf('password')).toBe(note)
  expect(field('password').getAttribute('aria-invalid')).toBe(null)
  await enter()
  expect(page.text()).toContain('Enter your password.')
  expect(asked()).toHaveLength(1)
  await userEvent.keyboard('open')
  expect(page.text()).not.toContain('Portside forgot')
})

test('a wrong password is said once, also where the provider says it again', async () => {
  const error = {
    code: 'WRONG_CREDENTIALS',
    host: 'api.example.com',
    providerMessage: 'The password is incorrect.'
  } as const
  bridge.fail('session.signIn', error)
  await signIn()
  await alerted()
  const shown = document.querySelector<HTMLElement>('main')?.innerText ?? ''
  expect(shown.match(/didn’t accept|incorrect|again\b/g)).toEqual(['didn’t accept', 'again'])
})

test('HypeProxy is one entry, and the editor has a definition for each version of its API', async () => {
  const hype = (): string[] => [...provider().options].map(({ text }) => text).filter((text) => /hype/i.test(text))
  expect(hype()).toEqual(['HypeProxy'])
  await openAdvanced()
  await pick(document.querySelector<HTMLSelectElement>('select[name="definition"]')!, 'hypeproxy-v3')
  button('Back').click()
  await expect.poll(() => seen('password')).toBeTruthy()
  expect(provider().value).toBe('hypeproxy-v3')
})

test.each([
  ['SERVER', 'abc.def', 'It goes to your system’s password store'],
  ['WRONG_CREDENTIALS', '', 'It goes to your system’s password store'],
  ['FORBIDDEN', '', 'Portside forgot this token, as it was refused.']
] as const)('a token is kept until it is refused: %s', async (code, left, words) => {
  await choose('token')
  bridge.fail('session.signInWithToken', { code })
  await fill(field('token'), 'abc.def')
  await enter()
  await alerted()
  expect(field('token').value).toBe(left)
  expect(alert()?.textContent.includes('didn’t accept this token.')).toBe(code === 'WRONG_CREDENTIALS')
  expect(page.text()).toContain(words)
})

test.each([
  ['address', 'https://api.exa\u200bmple.com\u00a0', 'https://api.example.com'],
  ['token', '\ufeffabc\u00ad.def', 'abc.def']
] as const)('invisible characters of a pasted %s are removed with a note', async (name, pasted, clean) => {
  if (name === 'token') await choose('token')
  await (name === 'token' ? fill(field('token'), pasted) : fillAddress(pasted))
  await expect.poll(() => field(name).value).toBe(clean)
  expect(noteOf(name)).toBe('Invisible characters were removed.')
  await fill(field(name), '')
  expect(page.text()).not.toContain('Invisible characters')
})

test('a secret does not outlive its form', async () => {
  await fillIn()
  const password = field('password')
  await choose('token')
  await fill(field('token'), 'abc.def')
  await choose('password')
  expect(field('password')).not.toBe(password)
  expect(field('password').value).toBe('')
  await choose('token')
  expect(field('token').value).toBe('')
})

test('another password may meet a refused code of its own', async () => {
  bridge.fail('session.signIn', { code: 'CODE_NEEDED' })
  await signIn()
  await expect.poll(focused).toBe('code')
  await userEvent.keyboard('111111{Enter}')
  await expect.poll(() => asked().length).toBe(2)
  await expect.poll(focused).toBe('code')
  await fill(field('password'), 'open barley')
  await fill(field('code'), '222222')
  await enter()
  await expect.poll(() => asked().length).toBe(3)
  await expect.poll(page.text).toContain('This code wasn’t accepted.')
  expect(field('password').value).toBe('open barley')
})

test('a bare refusal of a password with a code keeps the password once', async () => {
  button('One-time code').click()
  await expect.poll(focused).toBe('code')
  bridge.fail('session.signIn', { code: 'WRONG_CREDENTIALS' })
  await fillIn()
  await fill(field('code'), '111111')
  await enter()
  await alerted()
  expect(alert()?.textContent).toContain('didn’t accept this email, password and code.')
  await expect.poll(focused).toBe('code')
  expect([field('password').value, field('code').value]).toEqual(['open sesame', ''])
  await userEvent.keyboard('222222{Enter}')
  await expect.poll(focused).toBe('password')
  expect([field('password').value, field('code').value]).toEqual(['', ''])
})

test('a token goes through as it is, and one with spaces or quotes in it is not sent', async () => {
  await choose('token')
  await fill(field('token'), 'two words')
  await enter()
  expect(page.text()).toContain('A token has no spaces in it.')
  await expectFine()
  await fill(field('token'), 'abc"def')
  await enter()
  expect(page.text()).toContain('A token has no spaces, quotes or accents. Copy it again.')
  expect(bridge.asked('session.signInWithToken')).toEqual([])
  bridge.answer('session.signInWithToken', signedIn())
  await fill(field('token'), 'Bearer abc.def')
  await enter()
  await expect.poll(() => bridge.asked('session.signInWithToken')).toMatchObject([{ token: 'Bearer abc.def' }])
})

test('the form of the other way has the cursor where typing begins', async () => {
  await choose('token')
  await expect.poll(focused).toBe('token')
  await choose('password')
  await expect.poll(focused).toBe('email')
})

const options = (): string[] => [...provider().options].map(({ text }) => text)

test('the providers are offered by name, the default first, and the host is said before anything is sent', async () => {
  expect(options()).toEqual([
    'HypeProxy',
    'IPRoyal (ISP and datacenter)',
    'IPRoyal (residential)',
    'ProxyRequest (white label)',
    'TrueProxies',
    'Webshare',
    'Other…'
  ])
  expect(page.text()).toContain('Sign-in goes to api.hypeproxy.io')
  provider().focus()
  await userEvent.selectOptions(provider(), 'webshare')
  await expect.poll(page.text).toContain('Sign-in goes to proxy.webshare.io')
  expect(document.activeElement).toBe(provider())
})

test('a provider’s documentation is a click away, where there is a link to it', async () => {
  expect(page.text()).not.toContain('Documentation')
  await pick(provider(), 'iproyal-isp')
  await expect.poll(page.text).toContain('Documentation')
  bridge.fail('connection.openDocumentation', { code: 'INTERNAL' })
  button('Documentation IPRoyal (ISP and datacenter)').click()
  await expect.poll(() => bridge.asked('connection.openDocumentation')).toEqual([{ provider: 'iproyal-isp' }])
  await alerted()
})

test('a provider without a sign-in call is asked for a key, and one with it for either', async () => {
  await fillIn()
  await pick(provider(), 'webshare')
  await expect.poll(() => seen('token')).toBeTruthy()
  expect(page.text()).not.toContain('Or email and password')
  expect(seen('email')).toBe(undefined)
  bridge.answer('session.signInWithToken', signedIn())
  await fill(field('token'), 'abc.def')
  await enter()
  const connection = { provider: 'webshare', baseUrl: 'https://proxy.webshare.io' }
  await expect.poll(() => bridge.asked('session.signInWithToken')).toMatchObject([{ connection, token: 'abc.def' }])
})

test('the way comes back with the provider, and the email stays', async () => {
  await fillIn()
  await pick(provider(), 'webshare')
  await expect.poll(() => seen('token')).toBeTruthy()
  await pick(provider(), 'hypeproxy')
  await expect.poll(() => seen('password')).toBeTruthy()
  expect([field('email').value, field('password').value]).toEqual(['ada@example.com', ''])
})

test('the default provider needs no address; another address keeps what was typed', async () => {
  expect(document.querySelector('input[name="address"]')).toBe(null)
  await fillAddress('https://api.example.com')
  expect(page.text()).toContain('Sign-in goes to api.example.com')
  await pick(provider(), 'trueproxies')
  await expect.poll(page.text).toContain('Sign-in goes to api.trueproxies.com')
  expect(seen('address')).toBe(undefined)
  await pick(provider(), 'hypeproxy')
  await expect.poll(() => seen('address')?.value).toBe('https://api.example.com')
  await fill(field('address'), 'https://api.hypeproxy.io')
  await fillIn()
  bridge.answer('session.signIn', signedIn())
  await enter()
  await expect
    .poll(asked)
    .toMatchObject([{ connection: { baseUrl: 'https://api.hypeproxy.io', provider: 'hypeproxy' } }])
})

test('a white-label provider is asked for its brand’s address', async () => {
  await pick(provider(), 'proxyrequest')
  await expect.poll(() => seen('address')?.value).toBe('')
  expect(page.text()).not.toContain('Sign-in goes to')
  await fillIn()
  await enter()
  await expect.poll(() => noteOf('address')).toBe('Enter the provider URL.')
  expect(asked()).toEqual([])
})

test('an own definition of another account is offered by name and host, and asks for the user name that Basic needs', async () => {
  const connection = {
    provider: null,
    baseUrl: 'https://billing.example.com',
    name: 'Billing',
    authorization: { scheme: 'Basic' },
    user: 'ada',
    invoices: { path: '/invoices' }
  } as const
  const known = { ...signedOut, accounts: [line({ connection, kind: 'token' }, 'signedOut')] }
  bridge.answer('session.state', known)
  bridge.emit('session')
  await expect.poll(options).toContain('Billing (billing.example.com)')
  await pick(provider(), 'Billing (billing.example.com)')
  await expect.poll(page.text).toContain('Sign-in goes to billing.example.com')
  await fill(field('token'), 'abc.def')
  await enter()
  await expect.poll(() => noteOf('user')).toBe('Enter your user name, without a colon.')
  bridge.answer('session.signInWithToken', signedIn())
  await fill(field('user'), 'bob')
  await enter()
  await expect
    .poll(() => bridge.asked('session.signInWithToken'))
    .toMatchObject([{ connection: { ...connection, user: 'bob' } }])
})

test('“Other…” leads to its page by a button, not by a key that passes the choice', async () => {
  await pick(provider(), 'other')
  expect(page.router.currentRoute.value.query).toEqual({})
  expect(seen('password')).toBe(undefined)
  button('Set up your provider').click()
  await expect.poll(() => seen('key')).toBeTruthy()
  expect(document.title).toContain('Set up your provider')
  button('Back').click()
  await expect.poll(() => seen('key')).toBe(undefined)
  expect(provider().checkVisibility()).toBe(true)
})

test.each(['good', 'difficult'] as const)('the sample needs one click: %s data', async (data) => {
  page.leave()
  bridge.answer('app.info', { ...appInfo, sample: data })
  await openPage('/catalogue')
  await expect.poll(() => button('Explore sample data')).toBeTruthy()
  bridge.answer('session.exploreSample', signedIn('sample'))
  button('Explore sample data').click()
  await expect.poll(() => page.text()).toContain('Sample data')
  expect(bridge.asked('session.exploreSample')).toEqual([{ data }])
  expect(page.router.currentRoute.value.name).toBe('overview')
})

test('an error of the sample is said where it was asked for', async () => {
  bridge.fail('session.exploreSample', { code: 'STORAGE' })
  button('Explore sample data').click()
  await expect.poll(() => document.querySelector('main footer [role="alert"]')).not.toBe(null)
})

test.each(['password', 'token'] as const)('what is set under “Connection…” goes along with the %s', async (way) => {
  await choose(way)
  expect(document.querySelector('textarea')).toBe(null)
  await openAdvanced()
  await write({ timeoutSeconds: 60 })
  await pick(document.querySelector<HTMLSelectElement>('select[name="definition"]')!, 'hypeproxy-v3')
  await fill(seen('address')!, 'https://api.example.com')
  button('Back').click()
  await expect.poll(() => seen(way)).toBeTruthy()
  expect(seen('address')?.value).toBe('https://api.example.com')
  bridge.answer('session.signIn', signedIn())
  bridge.answer('session.signInWithToken', signedIn())
  if (way === 'password') await fillIn()
  else await fill(field('token'), 'abc.def')
  await enter()
  await expect
    .poll(() => [...asked(), ...bridge.asked('session.signInWithToken')])
    .toMatchObject([
      { connection: { baseUrl: 'https://api.example.com', provider: 'hypeproxy-v3', timeoutSeconds: 60 } }
    ])
  expect(bridge.asked('connection.statuses')).toEqual([])
  expect(bridge.asked('providerTrial.try')).toEqual([])
})

test('what can’t be used under “Connection…” is led to, and the form keeps what could be used', async () => {
  await openAdvanced()
  await write({ signIn: { path: 'login' } })
  button('Or email and password').click()
  await expect.poll(focused).toBe('json')
  expect(problems()).toEqual([expect.stringContaining('signIn.path Enter a path that starts with /')])
  await expectFine()
  button('Back').click()
  await expect.poll(() => seen('password')).toBeTruthy()
  button('Connection…').click()
  await expect.poll(() => json()?.value).toContain('"login"')
})

test('the check is of what is filled in, and nothing typed is lost by it', async () => {
  const report = { id: 1, baseUrl: 'https://api.example.com', startedAt: '2026-01-01T00:00:00Z', running: false }
  bridge.answer('connectionCheck.start', { ...report, issues: [], steps: [] })
  await fillIn()
  await fillAddress('api.example.com/')
  await openAdvanced()
  await write({ signIn: { path: '/v2/Authentication/SignIn', emailField: 'user' } })
  button('Check the connection').click()
  const signIn = { path: '/v2/Authentication/SignIn', emailField: 'user' }
  await expect
    .poll(() => bridge.asked('connectionCheck.start'))
    .toEqual([{ connection: { baseUrl: 'https://api.example.com', provider: 'hypeproxy', signIn } }])
  expect(json()).toBe(undefined)
  button('Back').click()
  await expect.poll(() => json()?.value).toContain('"emailField":"user"')
  await expect.poll(() => document.activeElement?.textContent.trim()).toBe('Check the connection')
  button('Back').click()
  await expect.poll(() => seen('password')?.value).toBe('open sesame')
  expect(seen('email')?.value).toBe('ada@example.com')
})

test('an error on the way offers the check, which keeps what is typed', async () => {
  bridge.fail('session.signIn', { code: 'TLS', host: 'api.example.com', found: 'certificateDate' })
  bridge.fail('connectionCheck.start', { code: 'INTERNAL' })
  await signIn()
  await expect.poll(() => document.querySelector('[role="alert"] a')).not.toBe(null)
  document.querySelector<HTMLElement>('[role="alert"] a')?.click()
  await expect.poll(page.text).toContain('Connection check')
  page.router.back()
  await expect.poll(() => document.querySelector('form')?.checkVisibility()).toBe(true)
  expect(field('password').value).toBe('open sesame')
})

test.each<[ErrorInfo, string, string, string]>([
  [
    { code: 'BAD_REPLY', found: 'html' },
    'api.example.com sent a web page instead of data.',
    'Sign in to your Wi-Fi network if it asks you to, or check the provider URL.',
    ''
  ],
  [
    { code: 'BAD_REPLY', found: 'noToken' },
    'Portside can’t read the reply from api.example.com.',
    'Under Connection, set where the token is in the reply.',
    'The sign-in reply contains no token.'
  ],
  [
    { code: 'NOT_FOUND', status: 404, found: 'signInPath' },
    'api.example.com couldn’t find this.',
    'Check the provider URL, and the sign-in path under Connection.',
    ''
  ]
])('%o is said as what it was, with a next step', async (error, sentence, next, details) => {
  bridge.fail('session.signIn', { host: 'api.example.com', ...error })
  await signIn()
  await expect.poll(() => alert()?.querySelector('.sentence')?.textContent.trim()).toBe(sentence)
  expect(alert()?.querySelector('.next')?.textContent).toBe(next)
  expect(alert()?.querySelector('details')?.textContent ?? '').toContain(details)
  expect(page.router.currentRoute.value.name).toBe('signIn')
})

test('an address that only main refuses is said, and focused', async () => {
  bridge.fail('session.signIn', { code: 'BAD_REQUEST', found: 'address' })
  await fillAddress('https://api.example.com')
  await signIn()
  await expect.poll(() => alert()?.textContent).toContain('That isn’t a usable web address.')
  await expect.poll(focused).toBe('address')
})

test('a wait is counted down in the button, which stays usable', async () => {
  const retryAt = new Date(Date.now() + 60_000).toISOString()
  bridge.fail('session.signIn', { code: 'RATE_LIMITED', host: 'api.example.com', retryAt })
  await signIn()
  const submit = (): HTMLElement | null => document.querySelector('button[type="submit"]')
  await expect.poll(() => submit()?.textContent).toMatch(/Sign in\s+\(in (60|5\d) s\)/)
  expect(submit()?.querySelector('[aria-hidden]')?.textContent).toContain('(in')
  bridge.answer('session.signIn', signedIn())
  await fill(field('password'), 'open sesame')
  submit()?.click()
  await expect.poll(asked).toHaveLength(2)
})

test('no part is wider than a small window', async () => {
  await browser.viewport(800, 500)
  const overflow = (): number[] =>
    [...document.querySelectorAll('main, .scroll')].map((one) => one.scrollWidth - one.clientWidth)
  await choose('token')
  await fillAddress('https://a-long-name-of-a-provider.example.com')
  expect(overflow()).not.toEqual([])
  expect(overflow().filter((more) => more > 0)).toEqual([])
  await openAdvanced()
  expect(overflow().filter((more) => more > 0)).toEqual([])
})
