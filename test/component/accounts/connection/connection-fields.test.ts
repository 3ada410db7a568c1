import { mount } from '@vue/test-utils'
import type { VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import ConnectionEditor from '../../../../src/renderer/src/features/accounts/connection/ConnectionEditor.vue'
import { useSession } from '../../../../src/renderer/src/features/accounts/session.ts'
import type { Connection, InvoiceStatus } from '../../../../src/shared/models/connection.ts'
import { layBridge, type FakeBridge } from '../../ui/shell/bridge.ts'
import { json, problems, write, written } from './json.ts'

const met: InvoiceStatus[] = [
  { status: '2', isNumber: true, count: 41, state: 'unknown' },
  { status: 'NotPaid', isNumber: false, count: 1, state: 'open' }
]

let bridge: FakeBridge
let latest: Connection | null

beforeEach(() => {
  bridge = layBridge()
  bridge.answer('connection.statuses', { statuses: met })
})

const baseUrl = 'https://api.example.com'

async function show(start: Omit<Connection, 'baseUrl'> = { provider: 'hypeproxy-v2' }, times = 1): Promise<VueWrapper> {
  const pinia = createPinia()
  await useSession(pinia).load()
  const onChange = (connection: Connection | null): void => {
    latest = connection
  }
  const view = mount(ConnectionEditor, {
    attachTo: document.body,
    global: { plugins: [pinia] },
    props: { start: { ...start, baseUrl }, token: null, onChange }
  })
  await expect.poll(() => bridge.asked('connection.statuses')).toHaveLength(times)
  await nextTick()
  return view
}
/** What the fields said last, without the address. */
function said(): Omit<Connection, 'baseUrl'> | null {
  if (!latest) return null
  const { baseUrl: _, ...settings } = latest
  return settings
}
const field = (view: VueWrapper, name: string) => view.get<HTMLInputElement>(`input[name="${name}"]`)

test('another definition keeps what was changed, and one’s own says everything itself', async () => {
  const view = await show()
  await write({ signIn: { path: '/v2/Authentication/SignIn', emailField: 'user' }, timeoutSeconds: 60 })
  await view.get('select[name="definition"]').setValue('webshare')
  expect(written()).toMatchObject({ name: 'Webshare', authorization: { scheme: 'Token' }, timeoutSeconds: 60 })
  await expect.poll(said).toMatchObject({ provider: 'webshare', timeoutSeconds: 60 })
  await view.get('select[name="definition"]').setValue('own')
  await expect
    .poll(said)
    .toMatchObject({ provider: null, name: 'Webshare', authorization: { scheme: 'Token' }, timeoutSeconds: 60 })
})

test('the form and the JSON say the same', async () => {
  const view = await show({ provider: 'hypeproxy-v2', currency: 'EUR' })
  expect(field(view, 'currency').element.value).toBe('EUR')
  expect(written()).toMatchObject({ baseUrl, currency: 'EUR', invoices: { path: '/v3/invoices' } })
  await field(view, 'currency').setValue('chf')
  await field(view, 'paymentTermDays').setValue('0')
  expect(written()).toMatchObject({ currency: 'CHF', paymentTermDays: 0 })
  await write({ currency: undefined, paymentTermDays: 30, statuses: { Offen: 'open' }, baseUrl: 'https://b.example' })
  await expect.poll(() => field(view, 'paymentTermDays').element.value).toBe('30')
  expect(field(view, 'currency').element.value).toBe('')
  expect(field(view, 'address').element.value).toBe('https://b.example')
  expect(view.get<HTMLInputElement>('.rows input').element.value).toBe('Offen')
  // A call that is taken out is none of the connection's any more.
  await write({ baseUrl, products: undefined, statuses: undefined })
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2', paymentTermDays: 30, products: null })
})

test('the name and the word before the key are parts of a header', async () => {
  const view = await show()
  await view.get('select[name="scheme"]').setValue('header')
  await field(view, 'credentialName').setValue('Authorization')
  await field(view, 'prefix').setValue('ApiKey')
  const authorization = { scheme: 'header', name: 'Authorization', prefix: 'ApiKey' }
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2', authorization })
  expect(written()['authorization']).toEqual(authorization)
  await field(view, 'prefix').setValue('')
  await expect
    .poll(said)
    .toEqual({ provider: 'hypeproxy-v2', authorization: { scheme: 'header', name: 'Authorization' } })
})

test('a user name of one’s own definition is part of it, and of a built-in one it is the account’s', async () => {
  const view = await show({ provider: null })
  await view.get('select[name="scheme"]').setValue('Basic')
  await field(view, 'user').setValue('client')
  await expect.poll(said).toEqual({ provider: null, authorization: { scheme: 'Basic', user: 'client' } })
  view.unmount()
  const other = await show({ provider: null, authorization: { scheme: 'Basic', keyAs: 'user' }, user: 'ada' }, 2)
  await field(other, 'user').setValue('eve')
  await expect.poll(said).toEqual({ provider: null, authorization: { scheme: 'Basic' }, user: 'eve' })
  await write({ authorization: undefined })
  await expect.poll(said).toEqual({ provider: null })
})

test('another definition brings its address, unless one’s own was entered', async () => {
  const view = await show()
  await view.get('select[name="definition"]').setValue('webshare')
  expect(field(view, 'address').element.value).toBe(baseUrl)
  await field(view, 'address').setValue('')
  await view.get('select[name="definition"]').setValue('trueproxies')
  expect(field(view, 'address').element.value).toBe('https://api.trueproxies.com')
})

test('a key in an address gets a plain warning, as long as a call has it there', async () => {
  const view = await show()
  const warning = (): string => (view.find('.warning').exists() ? view.get('.warning').text() : '')
  expect(warning()).toBe('')
  await view.get('select[name="scheme"]').setValue('query')
  await field(view, 'credentialName').setValue('apikey')
  const authorization = { scheme: 'query', name: 'apikey' }
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2', authorization })
  expect(warning()).toContain('end up in logs')
  await view.get('select[name="scheme"]').setValue('Bearer')
  await expect.poll(warning).toBe('')
  await write({ profile: { path: '/v2/Profile', authorization } })
  await expect.poll(warning).toContain('end up in logs')
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2', profile: { path: '/v2/Profile', authorization } })
})

test('each problem is said with its line and its member, and leads there', async () => {
  const view = await show({ provider: null })
  const text = (path: string, term: number): string =>
    `{\n  "baseUrl": "${baseUrl}",\n  "paymentTermDays": ${term},\n  "profile": {\n    "path": "${path}"\n  },\n  "colour": "red",\n  "invoices": {}\n}`
  await view.get('textarea').setValue(text('me', 900))
  await expect
    .poll(problems)
    .toEqual([
      'Line 3 paymentTermDays Enter a whole number from 0 to 365.',
      'Line 5 profile.path Enter a path that starts with /, without a host, spaces or an ID in braces.',
      'Line 7 This definition has a part that Portside doesn’t know: “colour”.',
      'Line 8 “invoices.path” is missing from this definition.'
    ])
  expect(said()).toBe(null)
  await view.findAll('.problems button')[1]?.trigger('click')
  await expect.poll(() => document.activeElement).toBe(json())
  expect(json().value.slice(json().selectionStart)).toMatch(/^"path": "me"/)
})

test('the schema explains the member that the cursor is in', async () => {
  const view = await show({ provider: null, invoices: { path: '/i', paging: { by: 'page', parameter: 'page' } } })
  expect(view.find('.help').exists()).toBe(false)
  json().focus()
  const at = (text: string): void => {
    json().setSelectionRange(json().value.indexOf(text), json().value.indexOf(text))
    json().dispatchEvent(new KeyboardEvent('keyup'))
  }
  const help = (): string => (view.find('.help').exists() ? view.get('.help').text() : '')
  await expect.poll(help).toContain('invoicePdf')
  at('"by"')
  await expect.poll(help).toContain('invoices.paging.by')
  expect(help()).toContain('cursor')
  at('"path"')
  await expect.poll(help).toContain('Below the base URL')
})

test('“Format” writes the same JSON in lines', async () => {
  const view = await show({ provider: null })
  const text = `{"baseUrl":"${baseUrl}","currency":"EUR","profile":{"path":"/me"}}`
  await view.get('textarea').setValue(text)
  const format = view.findAll('button').find((one) => one.text() === 'Format')
  await format?.trigger('click')
  expect(json().value).toBe(JSON.stringify(JSON.parse(text), null, 2))
  await expect.poll(said).toEqual({ provider: null, currency: 'EUR', profile: { path: '/me' } })
})

test('nothing of a field is called wrong until asked for', async () => {
  const view = await show()
  await field(view, 'currency').setValue('E1')
  await field(view, 'paymentTermDays').setValue('soon')
  expect(view.find('[aria-invalid]').exists()).toBe(false)
  expect(problems()).toEqual([])
  await (view.vm as unknown as { showFirstProblem: () => Promise<void> }).showFirstProblem()
  const currency = field(view, 'currency')
  expect(document.activeElement).toBe(currency.element)
  expect(view.get(`#${currency.attributes('aria-describedby') ?? ''}`).text()).toContain('three letters')
  expect(view.text()).toContain('Enter a whole number from 0 to 365.')
  await currency.setValue('EUR')
  await expect.poll(() => currency.attributes('aria-invalid')).toBeUndefined()
})

test('a status that was met is one press away, with its meaning of now and its count', async () => {
  const view = await show()
  const chips = (): string[] => view.findAll('.chip').map((chip) => chip.text())
  expect(chips()).toEqual(['2 × 41', 'NotPaid × 1'])
  const chip = view.get('.chip')
  expect(chip.attributes('aria-label')).toBe('Give “2” a meaning; 41 invoices have it')
  await chip.trigger('click')
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2', statuses: { '2': 'unknown' } })
  expect(chips()).toEqual(['NotPaid × 1'])
  await nextTick()
  const meaning = view.get<HTMLSelectElement>('.rows select')
  expect(document.activeElement).toBe(meaning.element)
  expect(meaning.attributes('aria-label')).toBe('Meaning of “2”')
  await meaning.setValue('settled')
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2', statuses: { '2': 'settled' } })
  await view.get('button[aria-label="Remove “2”"]').trigger('click')
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2' })
  expect(chips()).toHaveLength(2)
})

test('what a missing status means is said beside the statuses, and can be taken back', async () => {
  const view = await show()
  const missing = view.get<HTMLSelectElement>('select[name="missingStatus"]')
  expect(view.get(`label[for="${missing.element.id}"]`).text()).toBe('Invoices without a status')
  const options = (): string[] => missing.findAll('option').map((option) => option.text())
  expect(options()).toEqual(['Not set: ask me', 'Open', 'Paid', 'Void'])
  await missing.setValue('open')
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2', missingStatus: 'open' })
  await missing.setValue('')
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2' })
})

test('another meaning of a missing status, from a file, is kept', async () => {
  const view = await show({ provider: 'hypeproxy-v2', missingStatus: 'credit' })
  const missing = view.get<HTMLSelectElement>('select[name="missingStatus"]')
  expect(missing.element.value).toBe('credit')
  await field(view, 'currency').setValue('EUR')
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2', currency: 'EUR', missingStatus: 'credit' })
})

test('spellings of one status are offered together', async () => {
  bridge.answer('connection.statuses', { statuses: [...met, { ...met[0]!, status: 'notpaid', count: 4 }] })
  const view = await show()
  expect(view.findAll('.chip').map((chip) => chip.text())).toEqual(['2 × 41', 'NotPaid × 5'])
})

test('statuses without a meaning are offered first', async () => {
  bridge.answer('connection.statuses', { statuses: met.toReversed() })
  const view = await show()
  expect(view.findAll('.chip').map((chip) => chip.text())).toEqual(['2 × 41', 'NotPaid × 1'])
})

test('a row can be added by hand, and an empty one is said', async () => {
  const view = await show()
  await view.get('.add button').trigger('click')
  await (view.vm as unknown as { showFirstProblem: () => Promise<void> }).showFirstProblem()
  expect(view.text()).toContain('Enter the status, or remove this row.')
  await view.get('.rows input').setValue('Offen')
  expect(view.text()).not.toContain('Enter the status')
  await expect.poll(said).toEqual({ provider: 'hypeproxy-v2', statuses: { Offen: 'open' } })
})

test('many statuses are offered a few at first', async () => {
  const statuses = Array.from({ length: 30 }, (_, n) => ({ ...met[1]!, status: `Status ${n}` }))
  bridge.answer('connection.statuses', { statuses })
  const view = await show()
  expect(view.findAll('.chip')).toHaveLength(8)
  const more = view.findAll('.met button').at(-1)
  expect(more?.text()).toBe('22 more')
  await more?.trigger('click')
  expect(view.findAll('.chip')).toHaveLength(30)
})

test('after fifty rows there is no further one', async () => {
  const statuses = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`Status ${n}`, 'open' as const]))
  const view = await show({ provider: 'hypeproxy-v2', statuses })
  expect(view.findAll('.row')).toHaveLength(50)
  expect(view.find('.add').exists()).toBe(false)
  expect(view.find('.met').exists()).toBe(false)
})
