/** "Other…": a definition is filled in, its calls are tried, and what came is given a meaning. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { PAUSE_MS } from '../../../src/renderer/src/features/accounts/connection/useTrials.ts'
import type { Input } from '../../../src/shared/ipc/contract.ts'
import { NOTHING_READ, type Owed } from '../../../src/shared/models/owed.ts'
import type { ProviderTrial, TrialClaim, TrialRecord } from '../../../src/shared/models/provider-trial.ts'
import { bridge, lockState, signedIn, signedOut } from '../ui/shell/bridge.ts'
import { json, problems, write, written } from '../accounts/connection/json.ts'
import { alert, axeFindings, button, field, focused, noteOf, openPage, page } from '../ui/shell/page.ts'
import { fill, pick } from '../ui/typing.ts'

const KEY = 'abc.def'
const record: TrialRecord = {
  came: [
    { place: 'nr', value: 'N-1', isRead: true },
    { place: 'totals.gross', value: 11.9, isRead: false },
    { place: 'state', value: 'Offen', isRead: true },
    { place: 'when', value: '05/11/2026', isRead: true }
  ],
  read: [
    { field: 'number', text: 'N-1', place: 'nr', problem: null },
    { field: 'state', text: 'unknown', place: 'state', problem: 'unreadable' },
    { field: 'total', text: null, place: null, problem: 'missing' },
    { field: 'issuedAt', text: null, place: 'when', problem: 'unreadable' },
    { field: 'discount', text: null, place: null, problem: 'missing' },
    { field: 'dueAt', text: null, place: 'due', problem: 'empty' }
  ],
  dropped: 1
}
const trial: ProviderTrial = {
  asked: '/invoices?limit=100',
  durationMs: 12,
  error: null,
  found: 1,
  partial: null,
  claim: null,
  records: [record],
  statuses: [{ status: 'Offen', isNumber: false, count: 1, state: 'unknown' }],
  places: []
}
const asked = (): Input<'providerTrial', 'try'>[] =>
  bridge.asked('providerTrial.try') as Input<'providerTrial', 'try'>[]
const select = (name: string): HTMLSelectElement => document.querySelector<HTMLSelectElement>(`select[name="${name}"]`)!
const visible = (name: string): HTMLInputElement =>
  [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)].find((one) => one.checkVisibility())!
const region = (name: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>('section')].find((one) => one.ariaLabel === name) ?? null
const fieldRows = (): HTMLElement[] => [...region('In the reply')!.querySelectorAll<HTMLElement>('[role="treeitem"]')]
/** Name, value and state of each field. */
const came = (): string[] =>
  fieldRows().map((row) =>
    [...row.children]
      .map((one) => one.textContent.trim())
      .filter(Boolean)
      .join(' ')
  )
/** The pause in typing ends. */
const pause = (): Promise<unknown> => vi.advanceTimersByTimeAsync(PAUSE_MS)

beforeEach(async () => {
  bridge.answer('session.state', signedOut)
  bridge.answer('providerTrial.try', trial)
  bridge.answer('providerTrial.cancel', null)
  await openPage('/sign-in')
  await expect.poll(() => select('provider')).toBeTruthy()
  await pick(select('provider'), 'other')
  button('Set up your provider').click()
  await expect.poll(() => visible('key')).toBeTruthy()
  // Only the pause in typing: the page's other timers go on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function fillIn(): Promise<void> {
  await fill(visible('address'), 'https://api.example.com')
  await fill(field('key'), KEY)
  await write({ invoices: { path: '/invoices' } })
}
async function fillInAndTry(): Promise<void> {
  await fillIn()
  await pause()
  await vi.waitFor(() => expect(page.text()).toContain('/invoices?limit=100 returned 1 record.'))
}
const connection = { provider: null, baseUrl: 'https://api.example.com', invoices: { path: '/invoices' } }

test('an endpoint is tried after a pause in typing, and what came stands beside what is read', async () => {
  await fillIn()
  expect(asked()).toEqual([])
  await pause()
  await vi.waitFor(() => expect(asked()).toEqual([{ connection, token: KEY, endpoint: 'invoices' }]))
  await vi.waitFor(() => expect(region('What Portside reads')).not.toBe(null))
  const lines = [...region('What Portside reads')!.querySelectorAll('dt')].map((dt) =>
    [dt.textContent, dt.nextElementSibling?.textContent.replaceAll(/\s+/g, ' ').trim()].join(': ')
  )
  expect(lines).toEqual([
    'Number: N-1nr',
    'Status: Can’t be read: OffenstateGive this status a meaning below.',
    'Total: Not found',
    'Issued: Can’t be read: 05/11/2026whenAdd “dates” to the definition to say whether the day or the month comes first.',
    'Due: Emptydue'
  ])
  expect(came()).toEqual([
    'nr "N-1" read',
    'totals.gross 11.9 not read',
    'state "Offen" read',
    'when "05/11/2026" read'
  ])
  expect(region('In the reply')!.textContent).toContain('1 field with a secret is left out.')
  vi.useRealTimers()
  expect(await axeFindings()).toEqual([])
})

test('the key goes nowhere while the address or the key is being typed', async () => {
  await write({ invoices: { path: '/invoices' } })
  await userEvent.fill(visible('address'), 'https://api.example.com')
  await userEvent.fill(field('key'), KEY)
  await pause()
  expect(asked()).toEqual([])
  // The key's field is left, the address is typed anew.
  await userEvent.click(visible('address'))
  await userEvent.keyboard('.evil')
  await pause()
  expect(asked().map((one) => one.connection.baseUrl)).not.toContain('https://api.example.com.evil')
  await userEvent.tab()
  await pause()
  await vi.waitFor(() => expect(asked().at(-1)?.connection.baseUrl).toBe('https://api.example.com.evil'))
  expect(page.text()).toContain('Sign-in goes to api.example.com.evil')
})

test('without a usable address or key, the page says what is missing', async () => {
  await write({ invoices: { path: '/invoices' } })
  expect(page.text()).toContain('Enter the provider URL to see the reply.')
  await fill(visible('address'), 'https://api.example.com')
  expect(page.text()).toContain('Enter your API key to see the reply.')
  await pause()
  expect(asked()).toEqual([])
})

test('JSON that can’t be read is kept, with its line, and locks the form until it can', async () => {
  await fillInAndTry()
  const broken = '{\n  "name": "Mine",\n  "invoices": { "path": "/invoices" }\n  "currency": "EUR"\n}'
  await fill(json(), broken)
  await vi.waitFor(() =>
    expect(problems()).toEqual(['Line 4 This isn’t valid JSON. Correct it to use the other fields again.'])
  )
  expect(visible('address').matches(':disabled')).toBe(true)
  expect(noteOf('address')).toBe('Correct the JSON below to use these fields again.')
  expect(field('currency').matches(':disabled')).toBe(true)
  // What was tried before still stands.
  expect(page.text()).toContain('/invoices?limit=100 returned 1 record.')
  button('Sign in').click()
  await vi.waitFor(() => expect(focused()).toBe('json'))
  expect(bridge.asked('session.signInWithToken')).toEqual([])
  button('Back').click()
  await vi.waitFor(() => expect(select('provider').checkVisibility()).toBe(true))
  button('Connection…').click()
  await vi.waitFor(() => expect(json()?.value).toBe(broken))
  await fill(json(), broken.replace(' }\n', ' },\n'))
  await vi.waitFor(() => expect(field('currency').value).toBe('EUR'))
  expect(field('currency').matches(':disabled')).toBe(false)
  expect(problems()).toEqual([])
  vi.useRealTimers()
  expect(await axeFindings()).toEqual([])
})

test('an address that comes with pasted JSON is confirmed before anything is sent', async () => {
  await fillInAndTry()
  const before = asked().length
  await write({ baseUrl: 'https://other.example.org' })
  await vi.waitFor(() => expect(page.text()).toContain('This definition sends your key to other.example.org.'))
  await pause()
  expect(asked()).toHaveLength(before)
  button('Use other.example.org').click()
  await pause()
  await vi.waitFor(() => expect(asked().at(-1)?.connection.baseUrl).toBe('https://other.example.org'))
})

test('“Try” asks at once, and again; Enter does the same', async () => {
  await fillIn()
  button('Try Invoices').click()
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  await vi.waitFor(() => expect(page.text()).toContain('returned 1 record'))
  button('Try Invoices').click()
  await vi.waitFor(() => expect(asked()).toHaveLength(2))
  await userEvent.click(visible('address'))
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(asked()).toHaveLength(3))
  expect(bridge.asked('session.signInWithToken')).toEqual([])
})

test('a change asks only the calls that it concerns', async () => {
  await fillIn()
  await write({ profile: { path: '/me' } })
  await pause()
  await vi.waitFor(() => expect(asked().map((one) => one.endpoint)).toEqual(['profile', 'invoices']))
  await fill(field('paymentTermDays'), '14')
  await pause()
  await vi.waitFor(() => expect(asked().map((one) => one.endpoint)).toEqual(['profile', 'invoices', 'invoices']))
  await write({ name: 'Mine' })
  await pause()
  expect(asked()).toHaveLength(3)
})

test('a change of the way that dates are written asks every endpoint with dates', async () => {
  await fillIn()
  await write({ products: { path: '/products' } })
  await write({ profile: { path: '/me' } })
  await pause()
  await vi.waitFor(() => expect(asked()).toHaveLength(3))
  await write({ dates: 'dayFirst' })
  await pause()
  await vi.waitFor(() => expect(asked()).toHaveLength(6))
  const endpoints = asked().map(({ endpoint }) => endpoint)
  expect(endpoints.slice(3).toSorted()).toEqual(['invoices', 'products', 'profile'])
})

test('choosing a field that came maps it, by keyboard too, and it can be taken back', async () => {
  await fillInAndTry()
  region('In the reply')!.querySelector<HTMLElement>('[role="tree"]')!.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(region('In the reply')!.textContent).toContain('Portside doesn’t read this field.')
  await userEvent.tab()
  expect(document.activeElement?.textContent.trim()).toBe('Use as… totals.gross')
  await userEvent.keyboard('{Enter}')
  vi.useRealTimers()
  const item = (label: string): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>('[role^="menuitem"]')].find((one) => one.textContent.trim() === label)
  await expect.poll(() => item('Total')).toBeTruthy()
  const mapped = { ...connection, invoiceFields: { total: 'totals.gross' } }
  bridge.answer('providerTrial.try', {
    ...trial,
    records: [
      {
        ...record,
        read: [{ field: 'total', text: '11.9', place: 'totals.gross', problem: null }, ...record.read.slice(0, 2)]
      }
    ]
  })
  await userEvent.click(item('Total')!)
  await expect.poll(() => asked().at(-1)?.connection).toEqual(mapped)
  await expect.poll(() => region('What Portside reads')?.textContent).toContain('11.90')
  // The chosen field stays chosen.
  expect(region('In the reply')!.querySelector('[aria-selected="true"]')?.textContent).toContain('totals.gross')
  button('Find Total automatically again').click()
  expect(document.activeElement?.matches('.result')).toBe(true)
  await expect.poll(() => asked().at(-1)?.connection).toEqual(connection)
})

test('fields whose places are equal, as endless names are once they are cut, are each shown once', async () => {
  const fields = (...values: string[]): TrialRecord => ({
    ...record,
    came: values.map((value) => ({ place: value.startsWith('same') ? 'endless…' : value, value, isRead: false }))
  })
  const records = [fields('a', 'same 1', 'same 2', 'b', 'same 3'), fields('same 4', 'b', 'same 5', 'same 6', 'c')]
  bridge.answer('providerTrial.try', { ...trial, records })
  await fillInAndTry()
  const texts = (): string[] =>
    fieldRows().map((row) => row.querySelector('.value')?.textContent.replaceAll('"', '') ?? '')
  await vi.waitFor(() => expect(texts()).toEqual(['a', 'same 1', 'same 2', 'b', 'same 3']))
  button('Next record').click()
  await vi.waitFor(() => expect(texts()).toEqual(['same 4', 'b', 'same 5', 'same 6', 'c']))
  button('Previous record').click()
  await vi.waitFor(() => expect(texts()).toEqual(['a', 'same 1', 'same 2', 'b', 'same 3']))
})

test('plans are tried, and what gives a word its meaning is said', async () => {
  const plans: TrialRecord = {
    came: [
      { place: 'status', value: 'odd', isRead: false },
      { place: 'gb', value: 0, isRead: false },
      { place: 'until', value: '2026-12-01', isRead: true }
    ],
    read: [
      { field: 'state', text: null, place: 'status', problem: 'unreadable' },
      { field: 'interval', text: 'month', place: 'term', problem: null },
      { field: 'ends', text: '2026-12-01', place: 'until', problem: null },
      { field: 'trafficLimit', text: null, place: 'gb', problem: 'unreadable' },
      { field: 'trafficUsed', text: null, place: null, problem: 'missing' }
    ],
    dropped: 0
  }
  bridge.answer('providerTrial.try', { ...trial, statuses: [], records: [plans] })
  await fill(visible('address'), 'https://api.example.com')
  await fill(field('key'), KEY)
  const planFields = { state: 'status', ends: 'until' }
  await write({ plans: { path: '/plans' }, planFields })
  await pause()
  await vi.waitFor(() => expect(region('What Portside reads')).not.toBe(null))
  expect([...document.querySelectorAll('h2')].map((one) => one.textContent.trim())).toContain('Plans')
  const lines = [...region('What Portside reads')!.querySelectorAll('dt')].map((dt) =>
    [dt.textContent, dt.nextElementSibling?.textContent.replaceAll(/\s+/g, ' ').trim()].join(': ')
  )
  expect(lines).toEqual([
    'State: Can’t be read: oddstatusDon’t read StateSay in “planStates” what this means.',
    'Interval: monthterm',
    'Ends: 1 Dec 2026untilDon’t read Ends',
    'Traffic limit: Can’t be read: 0gbSay in “zeroTraffic” what this means.'
  ])
  button('Don’t read Ends').click()
  await vi.waitFor(() => expect(asked().at(-1)?.connection.planFields).toEqual({ state: 'status' }))
})

test('without a list, the lists that came are offered', async () => {
  const error = { code: 'BAD_REPLY', found: 'unknownShape', host: 'api.example.com' } as const
  bridge.answer('providerTrial.try', {
    ...trial,
    ...{ error, found: null, records: [], statuses: [] },
    places: [
      { place: 'reply.rows', count: 12 },
      { place: 'reply.tags', count: 3 }
    ]
  })
  await fillIn()
  await pause()
  await vi.waitFor(() => expect(page.text()).toContain('Choose the list to read:'))
  expect(alert()?.textContent).toContain('Choose below what to read.')
  bridge.answer('providerTrial.try', trial)
  button('reply.rows × 12').click()
  expect(document.activeElement?.matches('.result')).toBe(true)
  await vi.waitFor(() =>
    expect(asked().at(-1)?.connection.invoices).toEqual({ path: '/invoices', listAt: 'reply.rows' })
  )
  await vi.waitFor(() => expect(alert()).toBe(null))
})

test('a list that goes on says so, and where pages are set until they are', async () => {
  bridge.answer('providerTrial.try', { ...trial, partial: { received: 1, total: 30 } })
  await fillInAndTry()
  expect(page.text()).toContain('The provider has 30. A try asks for one page.')
  expect(page.text()).toContain('If the reply has none, set “paging” in “invoices”.')
  await write({ invoices: { path: '/invoices', paging: { by: 'page', parameter: 'page' } } })
  await pause()
  await vi.waitFor(() => expect(asked().at(-1)?.connection.invoices).toMatchObject({ paging: { by: 'page' } }))
  await vi.waitFor(() => expect(page.text()).toContain('The provider has 30.'))
  expect(page.text()).not.toContain('set “paging”')
})

test('a list of products that goes on is only followed by the pages that are set', async () => {
  bridge.answer('providerTrial.try', { ...trial, records: [], partial: { received: 1, total: 30 } })
  await fill(visible('address'), 'https://api.example.com')
  await fill(field('key'), KEY)
  await write({ products: { path: '/products' } })
  await pause()
  await vi.waitFor(() => expect(page.text()).toContain('To get the rest, set “paging” in “products”.'))
  expect(page.text()).not.toContain('Portside follows a link')
})

test('status words that came are listed to be given a meaning', async () => {
  await fillInAndTry()
  button('Give “Offen” a meaning; 1 invoice has it').click()
  await vi.waitFor(() => expect(document.activeElement?.ariaLabel).toBe('Meaning of “Offen”'))
  await userEvent.selectOptions(document.activeElement as HTMLSelectElement, 'open')
  await pause()
  await vi.waitFor(() => expect(asked().at(-1)?.connection.statuses).toEqual({ Offen: 'open' }))
})

test.each([
  [{ code: 'UNAUTHORIZED' }, 'Check the key, and how it is sent.'],
  [{ code: 'NOT_FOUND' }, 'Check the provider URL and the path.'],
  [{ code: 'BAD_REPLY', found: 'html' }, 'Check the provider URL and the path.'],
  [{ code: 'BAD_REPLY', found: 'malformed' }, 'Check the path, or enter the place in the reply.']
] as const)('%o is a sentence with a next step', async (error, next) => {
  bridge.answer('providerTrial.try', {
    ...trial,
    error: { ...error, host: 'api.example.com' },
    found: null,
    records: []
  })
  await fillIn()
  await pause()
  await vi.waitFor(() => expect(alert()?.querySelector('.next')?.textContent).toBe(next))
  expect(written()['invoices']).toEqual({ path: '/invoices' })
})

test('a later answer to an earlier try is not shown', async () => {
  await fillIn()
  const times = bridge.hold('providerTrial.try')
  await pause()
  await vi.waitFor(() => expect(times()).toBe(1))
  await write({ invoices: undefined })
  await vi.waitFor(() => expect(page.text()).not.toContain('Asking api.example.com…'))
  bridge.answer('providerTrial.try', trial)
  await pause()
  expect(page.text()).not.toContain('returned 1 record')
})

test('a file’s host is confirmed before anything is sent, or its connection is checked or signed in to', async () => {
  const imported = { ...connection, baseUrl: 'https://other.example.org', name: 'Theirs' }
  bridge.answer('connection.importFile', { connection: imported })
  await fill(field('key'), KEY)
  button('Import…').click()
  await vi.waitFor(() => expect(visible('address').value).toBe('https://other.example.org'))
  expect(page.text()).toContain('This definition sends your key to other.example.org.')
  await pause()
  button('Try Invoices').click()
  button('Sign in').click()
  await vi.waitFor(() => expect(document.activeElement?.textContent.trim()).toBe('Use other.example.org'))
  await pause()
  expect([...asked(), ...bridge.asked('session.signInWithToken')]).toEqual([])
  button('Use other.example.org').click()
  await vi.waitFor(() => expect(focused()).toBe('key'))
  await pause()
  await vi.waitFor(() => expect(asked().at(-1)).toEqual({ connection: imported, token: KEY, endpoint: 'invoices' }))
})

test('what is set up is signed in to with the key', async () => {
  await fillInAndTry()
  bridge.answer('session.signInWithToken', signedIn())
  button('Sign in').click()
  await vi.waitFor(() =>
    expect(bridge.asked('session.signInWithToken')).toEqual([{ connection, again: null, token: KEY }])
  )
  await vi.waitFor(() => expect(page.router.currentRoute.value.name).toBe('overview'))
})

test('it opens at the address, and a try or check that lacks something leads there', async () => {
  expect(focused()).toBe('address')
  json().focus()
  button('Check the connection').click()
  await vi.waitFor(() => expect(focused()).toBe('address'))
  expect(noteOf('key')).not.toContain('Paste')
  await fill(visible('address'), 'https://api.example.com')
  await fill(field('key'), 'two words')
  await write({ invoices: { path: '/invoices' } })
  button('Try Invoices').click()
  await vi.waitFor(() => expect(focused()).toBe('key'))
  expect(noteOf('key')).toBe('A token has no spaces in it.')
  expect(asked()).toEqual([])
})

test('a missing key and what can’t be used are said at their fields, and nobody is asked', async () => {
  await fill(visible('address'), 'https://api.example.com')
  await write({ invoices: { path: 'invoices' } })
  button('Sign in').click()
  await vi.waitFor(() => expect(focused()).toBe('key'))
  expect(noteOf('key')).toBe('Paste your token or API key.')
  expect(problems()).toEqual([expect.stringMatching(/^Line 1 invoices\.path Enter a path that starts with \//)])
  expect(bridge.asked('session.signInWithToken')).toEqual([])
})

test('a refusal is said, the refused key is forgotten, and nothing else', async () => {
  await fillInAndTry()
  bridge.fail('session.signInWithToken', { code: 'WRONG_CREDENTIALS', host: 'api.example.com' })
  button('Sign in').click()
  await vi.waitFor(() => expect(alert()?.textContent).toContain('didn’t accept this token.'))
  expect(field('key').value).toBe('')
  expect(written()['invoices']).toEqual({ path: '/invoices' })
})

test('nothing typed is lost on the way back; another provider starts anew', async () => {
  await fillIn()
  button('Back').click()
  await vi.waitFor(() => expect(select('provider').checkVisibility()).toBe(true))
  expect(select('provider').value).toBe('other')
  await vi.waitFor(() => expect(page.text()).toContain('Sign-in goes to api.example.com'))
  button('Connection…').click()
  await vi.waitFor(() => expect(field('key').checkVisibility()).toBe(true))
  expect([field('key').value, written()['invoices']]).toEqual([KEY, { path: '/invoices' }])
  button('Back').click()
  await vi.waitFor(() => expect(select('provider').checkVisibility()).toBe(true))
  await pick(select('provider'), 'webshare')
  button('Connection…').click()
  await vi.waitFor(() => expect(field('key').checkVisibility()).toBe(true))
  expect(field('key').value).toBe('')
  expect(written()).toMatchObject({ name: 'Webshare', invoices: { path: '/api/v2/payment/transaction/' } })
})

test('the lock forgets the key, and nothing that was set up', async () => {
  await fillIn()
  bridge.answer('lock.state', lockState({ enabled: true, locked: true }))
  bridge.emit('lock')
  await vi.waitFor(() => expect(document.querySelector('input[name="key"]')).toBe(null))
  bridge.answer('lock.state', lockState({ enabled: true }))
  bridge.emit('lock')
  await vi.waitFor(() => expect(document.querySelector('input[name="key"]')).not.toBe(null))
  expect([field('key').value, written()['invoices']]).toEqual(['', { path: '/invoices' }])
  await vi.waitFor(() =>
    expect(noteOf('key')).toBe('Portside forgot what was typed here when it locked. Enter it again.')
  )
})

test('what may be a key is asked about once, before anything is sent', async () => {
  const id = '0123456789abcdef0123456789abcdef'
  await fillIn()
  await write({ invoices: { path: `/v1/${id}/invoices` } })
  await pause()
  expect(alert()?.textContent).toContain(`Is “${id}” a key?`)
  expect(asked()).toEqual([])
  button('Sign in').click()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('No, it’s an ID'))
  expect(bridge.asked('session.signInWithToken')).toEqual([])
  button('No, it’s an ID').click()
  await pause()
  await vi.waitFor(() => expect(asked().at(-1)?.connection.invoices).toEqual({ path: `/v1/${id}/invoices` }))
  await write({ profile: { path: `/v1/${id}/me` } })
  await pause()
  await vi.waitFor(() => expect(asked().at(-1)?.endpoint).toBe('profile'))
  expect(alert()).toBe(null)
})

test.each([
  ['a path', { invoices: { path: '/v1/0123456789abcdef0123456789abcdef/invoices' } }],
  ['a path', { invoices: { path: '/v1/ctm_01gw1xk43eqy2rrf0cs93zvm6t/invoices' } }],
  ['a user name', { authorization: { scheme: 'Basic', user: '4eC39HqLyjWDarjtT1zdp7dc' } }],
  ['an address', { baseUrl: 'https://api.example.com/bot4eC39HqLyjWDarjtT1zdp7dc' }]
])('what may be a key is asked about before it goes into a file: %s, %o', async (_, members) => {
  bridge.answer('connection.exportFile', { name: 'provider.json' })
  await fillIn()
  await write(members)
  button('Export…').click()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain('No, it’s an ID'))
  expect(bridge.asked('connection.exportFile')).toEqual([])
  button('No, it’s an ID').click()
  await vi.waitFor(() => expect(alert()).toBe(null))
  button('Export…').click()
  await vi.waitFor(() => expect(bridge.asked('connection.exportFile')).toHaveLength(1))
})

test('a key in a path, as a user name or in the address is removed where the owner says that it is one', async () => {
  await fillIn()
  const removeIt = (): Promise<void> => vi.waitFor(() => button('Yes, remove it').click())
  await write({ invoices: { path: '/v1/ctm_01gw1xk43eqy2rrf0cs93zvm6t/invoices' } })
  await removeIt()
  await vi.waitFor(() => expect(written()['invoices']).toBeUndefined())
  await pick(select('scheme'), 'Basic')
  await fill(field('user'), '4eC39HqLyjWDarjtT1zdp7dc')
  await removeIt()
  await vi.waitFor(() => expect(field('user').value).toBe(''))
  await fill(visible('address'), 'https://api.example.com/bot4eC39HqLyjWDarjtT1zdp7dc')
  await removeIt()
  await vi.waitFor(() => expect(visible('address').value).toBe('https://api.example.com'))
  expect(alert()).toBe(null)
  expect(asked()).toEqual([])
})

describe('before the sign-in, the page says what it will claim, and asks whether that is right', () => {
  const money = (amount: string, currency: string | null = 'EUR') => ({ amount, currency })
  const claim = (
    { total = 0, ...more }: Partial<Owed> & { total?: number },
    end: TrialClaim['end'] = { by: 'word', word: 'total' }
  ): TrialClaim => ({
    total,
    owed: { ...NOTHING_READ, open: 0, ...more },
    end
  })

  test.each<[said: string, claim: TrialClaim]>([
    [
      '12 invoices · 3 open · €410.00 owed The list ends here: known from “total”.',
      claim({ total: 12, open: 3, openAmounts: [money('410')] })
    ],
    [
      '1 invoice · Nothing to pay The list ends here: “paging” in the definition says “none”.',
      claim({ total: 1, open: 0 }, { by: 'definition' })
    ],
    ['No invoices · Nothing to pay Nothing in the reply says that the list goes on.', claim({}, { by: 'silent' })],
    [
      '5 invoices · No known invoices to pay · 2 unrecognised The list ends here: known from “total”.',
      claim({ total: 5, open: 0, unknown: 2 })
    ],
    [
      '25 invoices on this page · No known invoices to pay The list goes on, or may. A try asks for one page.',
      claim({ total: 25, open: 0 }, { by: 'open' })
    ],
    [
      '4 invoices · 4 open · 12.50 owed · 1 without a readable amount The list ends here: known from “count”.',
      claim(
        { total: 4, open: 4, openAmounts: [money('12.50', null)], openWithoutAmount: 1 },
        { by: 'word', word: 'count' }
      )
    ]
  ])('%s', async (said, given) => {
    bridge.answer('providerTrial.try', { ...trial, claim: given })
    await fillInAndTry()
    const text = region('What Portside will say')?.textContent.replaceAll(/\s+/g, ' ') ?? ''
    expect(text).toContain(said)
    expect(text).toContain('Is that right? If not, correct it above.')
    vi.useRealTimers()
    expect(await axeFindings(region('What Portside will say'))).toEqual([])
  })

  test('but nothing of a reply without invoices', async () => {
    await fillInAndTry()
    expect(region('What Portside will say')).toBe(null)
  })
})
