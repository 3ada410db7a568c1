import { mount } from '@vue/test-utils'
import type { VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import ConnectionEditor from '../../../src/renderer/src/components/connection/ConnectionEditor.vue'
import { useSession } from '../../../src/renderer/src/stores/session.ts'
import type { Connection, InvoiceStatus } from '../../../src/shared/models/connection.ts'
import { layBridge, type FakeBridge } from '../shell/bridge.ts'

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

async function show(start: Omit<Connection, 'baseUrl'> = { provider: 'hypeproxy-v2' }): Promise<VueWrapper> {
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
  await expect.poll(() => bridge.asked('connection.statuses')).toHaveLength(1)
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

test('an empty field shows what the definition has, and another definition changes that and nothing typed', async () => {
  const view = await show()
  await field(view, 'emailField').setValue('user')
  expect(field(view, 'signInPath').element.placeholder).toBe('/v2/Authentication/SignIn')
  await view.get('select[name="definition"]').setValue('hypeproxy-v3')
  expect(field(view, 'signInPath').element.placeholder).toBe('/v3/authentication/sign-in')
  expect(field(view, 'emailField').element.value).toBe('user')
  expect(field(view, 'timeoutSeconds').element.placeholder).toBe('20')
  expect(field(view, 'currency').element.placeholder).toBe('None')
  expect(field(view, 'tokenAt').element.placeholder).toBe('Found automatically')
})

test('another definition brings its address, unless one’s own was entered', async () => {
  const view = await show()
  await view.get('select[name="definition"]').setValue('webshare')
  expect(field(view, 'address').element.value).toBe(baseUrl)
  await field(view, 'address').setValue('')
  await view.get('select[name="definition"]').setValue('trueproxies')
  expect(field(view, 'address').element.value).toBe('https://api.trueproxies.com')
})

test.each<[string, Connection['authorization'] | object]>([
  ['scheme', { authorization: { scheme: 'query', name: 'apikey' } }],
  ['profileCredential', { profile: { path: '/v2/Profile', authorization: { scheme: 'query', name: 'apikey' } } }]
])('a key in an address gets a plain warning, as long as it is chosen: %s', async (name, parts) => {
  const view = await show()
  expect(view.find('.warning').exists()).toBe(false)
  const choice = view.get(`select[name="${name}"]`)
  await choice.setValue('query')
  if (name === 'scheme') await field(view, 'credentialName').setValue('apikey')
  expect(view.get('.warning').text()).toContain('end up in logs')
  expect(said()).toEqual({ provider: 'hypeproxy-v2', ...parts })
  await choice.setValue(name === 'scheme' ? 'Bearer' : 'usual')
  expect(view.find('.warning').exists()).toBe(false)
  expect(said()).toEqual({ provider: 'hypeproxy-v2' })
})

test('a list’s paging asks for the names that it needs', async () => {
  const view = await show({ provider: null, invoices: { path: '/invoices' } })
  expect(view.find('input[name="invoicesParameter"]').exists()).toBe(false)
  await view.get('select[name="invoicesPaging"]').setValue('page')
  expect(said()).toBe(null)
  await field(view, 'invoicesParameter').setValue('page')
  await field(view, 'invoicesSizeParameter').setValue('per_page')
  await field(view, 'invoicesSize').setValue('100')
  const paging = { by: 'page', parameter: 'page', sizeParameter: 'per_page', size: 100 }
  expect(said()).toEqual({ provider: null, invoices: { path: '/invoices', paging } })
})

test('nothing is called wrong until asked for, then each at its field', async () => {
  const view = await show()
  await field(view, 'signInPath').setValue('login')
  await field(view, 'timeoutSeconds').setValue('0')
  expect(view.find('[aria-invalid]').exists()).toBe(false)
  await (view.vm as unknown as { showFirstProblem: () => Promise<void> }).showFirstProblem()
  const path = field(view, 'signInPath')
  expect(document.activeElement).toBe(path.element)
  expect(path.attributes('aria-invalid')).toBe('true')
  const notes = path.attributes('aria-describedby') ?? ''
  expect(view.get(`#${notes}`).text()).toContain('Enter a path that starts with /')
  expect(view.text()).toContain('Enter a whole number from 1 to 300.')
  await path.setValue('/login')
  expect(path.attributes('aria-invalid')).toBeUndefined()
})

test('a status that was met is one press away, with its meaning of now and its count', async () => {
  const view = await show()
  const chips = (): string[] => view.findAll('.chip').map((chip) => chip.text())
  expect(chips()).toEqual(['2 × 41', 'NotPaid × 1'])
  const chip = view.get('.chip')
  expect(chip.attributes('aria-label')).toBe('Give “2” a meaning; 41 invoices have it')
  await chip.trigger('click')
  expect(said()).toEqual({ provider: 'hypeproxy-v2', statuses: { '2': 'unknown' } })
  expect(chips()).toEqual(['NotPaid × 1'])
  await nextTick()
  const meaning = view.get<HTMLSelectElement>('.rows select')
  expect(document.activeElement).toBe(meaning.element)
  expect(meaning.attributes('aria-label')).toBe('Meaning of “2”')
  await meaning.setValue('settled')
  expect(said()).toEqual({ provider: 'hypeproxy-v2', statuses: { '2': 'settled' } })
  await view.get('button[aria-label="Remove “2”"]').trigger('click')
  expect(said()).toEqual({ provider: 'hypeproxy-v2' })
  expect(chips()).toHaveLength(2)
})

test('what a missing status means is said beside the statuses, and can be taken back', async () => {
  const view = await show()
  const missing = view.get<HTMLSelectElement>('select[name="missingStatus"]')
  expect(view.get(`label[for="${missing.element.id}"]`).text()).toBe('Invoices without a status')
  const options = (): string[] => missing.findAll('option').map((option) => option.text())
  expect(options()).toEqual(['Not set: ask me', 'Open', 'Paid', 'Void'])
  await missing.setValue('open')
  expect(said()).toEqual({ provider: 'hypeproxy-v2', missingStatus: 'open' })
  await missing.setValue('')
  expect(said()).toEqual({ provider: 'hypeproxy-v2' })
})

test('another meaning of a missing status, from a file, is kept', async () => {
  const view = await show({ provider: 'hypeproxy-v2', missingStatus: 'credit' })
  const missing = view.get<HTMLSelectElement>('select[name="missingStatus"]')
  expect(missing.element.value).toBe('credit')
  await field(view, 'currency').setValue('EUR')
  expect(said()).toEqual({ provider: 'hypeproxy-v2', currency: 'EUR', missingStatus: 'credit' })
})

test('spellings of one status are offered together', async () => {
  bridge.answer('connection.statuses', { statuses: [...met, { ...met[0]!, status: 'notpaid', count: 4 }] })
  const view = await show()
  expect(view.findAll('.chip').map((chip) => chip.text())).toEqual(['2 × 41', 'NotPaid × 5'])
})

test('a row can be added by hand, and an empty one is said', async () => {
  const view = await show()
  await view.get('.add button').trigger('click')
  await (view.vm as unknown as { showFirstProblem: () => Promise<void> }).showFirstProblem()
  expect(view.text()).toContain('Enter the status, or remove this row.')
  await view.get('.rows input').setValue('Offen')
  expect(view.text()).not.toContain('Enter the status')
  expect(said()).toEqual({ provider: 'hypeproxy-v2', statuses: { Offen: 'open' } })
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
