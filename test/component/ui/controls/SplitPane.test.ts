import { mount } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import SplitPane from '../../../../src/renderer/src/ui/controls/SplitPane.vue'
import '../../../../src/renderer/src/ui/styles/base.css'

beforeEach(async () => {
  await page.viewport(1000, 600)
})

const show = (detail = true) =>
  mount(SplitPane, {
    attachTo: document.body,
    props: { name: 'test', firstLabel: 'List', secondLabel: 'Detail', detail, initial: 400, least: 260 },
    slots: { first: () => 'the list', second: () => 'the detail' }
  })
type Pane = ReturnType<typeof show>
const width = (pane: Pane): number => Number(pane.get('[role="separator"]').attributes('aria-valuenow'))
const press = async (pane: Pane, keys: string): Promise<void> => {
  pane.get<HTMLElement>('[role="separator"]').element.focus()
  await userEvent.keyboard(keys)
}
const seen = (pane: Pane): string[] =>
  pane
    .findAll('section')
    .filter((section) => section.element.checkVisibility())
    .map((section) => section.attributes('aria-label') ?? '')

test('arrow keys move the divider, and the list is as wide as it says', async () => {
  const pane = show()
  await press(pane, '{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(width(pane)).toBe(416)
  expect(pane.get('section').element.getBoundingClientRect().width).toBe(416)
})

test('neither pane can be pushed out', async () => {
  const pane = show()
  await press(pane, '{Home}{ArrowLeft}')
  expect(width(pane)).toBe(260)
  await press(pane, '{End}{ArrowRight}')
  expect(width(pane)).toBe(Number(pane.get('[role="separator"]').attributes('aria-valuemax')))
  expect(pane.findAll('section')[1]?.element.getBoundingClientRect().width).toBeGreaterThanOrEqual(259)
  await press(pane, '{Enter}')
  expect(width(pane)).toBe(400)
})

test('a wide window gives the list what a record does not fill', async () => {
  await page.viewport(1800, 600)
  await expect.poll(() => width(show())).toBe(960)
})

test('the width is there again the next time', async () => {
  const before = show()
  await press(before, '{ArrowRight}')
  before.unmount()
  expect(width(show())).toBe(416)
})

test('what was remembered is never trusted to fit', () => {
  localStorage.setItem('portside.split.test', '99999')
  expect(width(show())).toBeLessThanOrEqual(740)
  localStorage.setItem('portside.split.test', 'nonsense')
  expect(width(show())).toBe(400)
})

test('the list has the whole width until there is a detail', async () => {
  const pane = show(false)
  expect(seen(pane)).toEqual(['List'])
  expect(pane.find('[role="separator"]').exists()).toBe(false)
  expect(pane.get('section').element.getBoundingClientRect().width).toBe(pane.element.getBoundingClientRect().width)
  await pane.setProps({ detail: true })
  expect(seen(pane)).toEqual(['List', 'Detail'])
  expect(width(pane)).toBe(400)
})

test('a narrow window shows one pane: the list, or the detail when there is one', async () => {
  const pane = show(false)
  await page.viewport(800, 500)
  await expect.poll(() => seen(pane)).toEqual(['List'])
  await pane.setProps({ detail: true })
  await expect.poll(() => seen(pane)).toEqual(['Detail'])
  expect(pane.find('[role="separator"]').exists()).toBe(false)
})
