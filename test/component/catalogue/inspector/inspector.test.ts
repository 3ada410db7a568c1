import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import FieldInspector from '../../../../src/renderer/src/features/catalogue/inspector/FieldInspector.vue'
import type { ProductView } from '../../../../src/shared/models/product.ts'
import { view } from '../fixtures.ts'
import { layBridge, type FakeBridge } from '../../ui/shell/bridge.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = layBridge()
  bridge.answer('app.copyText', null)
})
afterEach(() => vi.unstubAllGlobals())

const RECORD = {
  id: 'p',
  name: 'Mobile',
  owner: null,
  weight: '12',
  tier: { gold: [1, 2, { deep: true }], silver: {} },
  tags: [],
  description: 'x'.repeat(20_000)
}

async function show(record: unknown, more: Partial<ProductView> = {}, isDocumented = true) {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify(record) ?? null, { status: record === undefined ? 404 : 200 }))
  )
  const made = mount(FieldInspector, {
    props: { product: 'p', view: view({ id: 'p' }, more), recordVersion: 1, isDocumented },
    attachTo: document.body
  })
  await expect.poll(() => made.find('[role=tree]').exists() || made.find('[role=status]').exists()).toBe(true)
  const words = (row: Element): string =>
    [...row.children]
      .map((one) => one.textContent.trim())
      .filter(Boolean)
      .join(' ')
  const rows = (): string[] => made.findAll('[role=treeitem]').map((row) => words(row.element))
  const chosen = (): string => words(made.find('[aria-selected=true]').element)
  const press = async (...keys: string[]): Promise<void> => {
    made.get<HTMLElement>('[role=tree]').element.focus()
    for (const key of keys) await userEvent.keyboard(`{${key}}`)
  }
  return { made, rows, chosen, press }
}
const button = (made: Awaited<ReturnType<typeof show>>['made'], name: string) =>
  made.findAll('button').find((one) => one.text() === name)!

describe('the fields of a record', () => {
  it('of a provider that no document describes are read or not, and none is missing', async () => {
    const { rows, made } = await show({ id: 7, proxy_type: 'shared', extra: 1 }, { unknownFields: ['extra'] }, false)
    expect(rows()).toEqual(['id 7 read', 'proxy_type "shared" read', 'extra 1 not read'])
    expect(made.text()).not.toContain('document')
  })

  it('each has its state: as documented, unknown, missing, null, of a wrong type, dropped', async () => {
    const { rows } = await show(RECORD, { notes: [{ kind: 'credentialDropped', count: 1, field: 'apiKey' }] })
    expect(rows().slice(0, 7)).toEqual([
      'id "p" known',
      'name "Mobile" known',
      'owner null null',
      'weight "12" wrong type',
      '▸ tier 2 entries unknown',
      'tags empty unknown',
      `description "${'x'.repeat(200)}" known`
    ])
    expect(rows()).toContain('label missing')
    expect(rows().at(-1)).toBe('apiKey dropped')
  })

  it('have ids that no field may get: `useId` gives ids of numbers only, such as v-1-4', async () => {
    const { made } = await show(RECORD)
    const ids = made.findAll('[role=treeitem]').map((row) => row.attributes('id') ?? '')
    expect(ids.filter((id) => id === '' || /^v(-\d+)+$/.test(id))).toEqual([])
  })

  it('can be filtered by state', async () => {
    const { made, rows } = await show(RECORD)
    const options = made.findAll('option').map((option) => option.text())
    expect(options).toEqual([
      'All fields (23)',
      'Known (3)',
      'Unknown (2)',
      'Missing (16)',
      'Null (1)',
      'Wrong type (1)'
    ])
    await made.get('select').setValue('unknown')
    expect(rows()).toEqual(['▸ tier 2 entries unknown', 'tags empty unknown'])
  })

  it('are walked with the keys of a tree', async () => {
    const { rows, chosen, press } = await show(RECORD)
    await press('ArrowDown')
    expect(chosen()).toBe('name "Mobile" known')
    await press('t')
    expect(chosen()).toBe('▸ tier 2 entries unknown')
    await press('ArrowRight', 'ArrowRight', 'ArrowRight')
    expect(chosen()).toBe('▾ gold 3 entries')
    expect(rows()).toContain('▸ 2 1 entry')
    await press('ArrowDown', 'ArrowDown')
    expect(chosen()).toBe('1 2')
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft')
    expect(chosen()).toBe('▾ tier 2 entries unknown')
    await press('Enter')
    expect(chosen()).toBe('▸ tier 2 entries unknown')
    await press('Home')
    expect(chosen()).toBe('id "p" known')
    await press('End')
    expect(chosen()).toBe('postHook missing')
  })

  it('tell a screen reader where one is', async () => {
    const { made, press } = await show(RECORD)
    await press('t', 'ArrowRight', 'ArrowRight')
    const active = document.getElementById(made.get('[role=tree]').attributes('aria-activedescendant')!)!
    expect(active.textContent).toContain('gold')
    const told = ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((name) =>
      active.getAttribute(name)
    )
    expect(told).toEqual(['2', '1', '2', 'false'])
  })

  it('say what is meant by a state', async () => {
    const { made, press } = await show(RECORD)
    await press('w')
    expect(made.text()).toContain('The document says a whole number; this is text.')
  })

  it('show a long text as far as anybody reads it', async () => {
    const { made, press } = await show(RECORD)
    await press('d')
    // Blanks limit how long a word may be.
    expect(made.get('pre').element.textContent.replaceAll(' ', '')).toHaveLength(10_000)
    expect(made.text()).toContain('Only its beginning is shown.')
  })

  it('of a huge record only what is in sight is in the document', async () => {
    const huge = { ...RECORD, list: Array.from({ length: 200_000 }, (_, at) => ({ at })) }
    const { made, rows, chosen, press } = await show(huge)
    await press('l', 'ArrowRight')
    expect(made.findAll('[role=treeitem]').length).toBeLessThan(40)
    await press('End')
    expect(chosen()).toBe('postHook missing')
    await press('l')
    await press('ArrowRight')
    for (let row = 0; row < 3; row++) await press('PageDown')
    expect(rows().length).toBeLessThan(40)
    expect(chosen()).toMatch(/^▸ \d+ 1 entry$/)
  })
})

describe('copying', () => {
  it('takes the whole record, a part of it, or its shape without a value', async () => {
    const { made, press } = await show(RECORD)
    await button(made, 'Copy as JSON').trigger('click')
    await press('t', 'ArrowRight', 'ArrowRight')
    await button(made, 'Copy “gold”').trigger('click')
    await expect.poll(() => made.text()).toContain('Copied.')
    await button(made, 'Copy shape report').trigger('click')
    const [whole, part, shape] = bridge.asked('app.copyText') as { text: string }[]
    expect(JSON.parse(whole!.text)).toEqual(RECORD)
    expect(JSON.parse(part!.text)).toEqual([1, 2, { deep: true }])
    expect(JSON.parse(shape!.text)).toMatchObject({ record: { name: 'string(≤ 16)' }, wrongType: ['weight'] })
    expect(shape!.text).not.toContain('Mobile')
  })

  it('says so when there is no clipboard, or too much for it', async () => {
    const { made } = await show({ ...RECORD, description: 'x'.repeat(4_100_000) })
    await button(made, 'Copy as JSON').trigger('click')
    expect(made.text()).toContain('too long')
    expect(bridge.asked('app.copyText')).toEqual([])
    bridge.fail('app.copyText', { code: 'INTERNAL' })
    await button(made, 'Copy shape report').trigger('click')
    await expect.poll(() => made.text()).toContain('Couldn’t reach the clipboard.')
  })
})

describe('a record that main has no more', () => {
  it('is shown as far as the page has it', async () => {
    const { rows } = await show(undefined, { raw: '{"id":"p","tier":1}' })
    expect(rows().slice(0, 2)).toEqual(['id "p" known', 'tier 1 unknown'])
  })

  it('is said to be unreadable when the page has none of it', async () => {
    const { made } = await show(undefined, { raw: '{"id":"p","ti…' })
    expect(made.text()).toContain('Couldn’t read the record.')
  })
})
