import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { h } from 'vue'
import UiMenu from '../../../../src/renderer/src/ui/controls/UiMenu.vue'

const items = [
  { key: 'one', label: 'One', checked: false },
  { key: 'two', label: 'Two', checked: true },
  { key: 'three', label: 'Three', apart: true }
]
const show = () =>
  mount(UiMenu<string>, { attachTo: document.body, props: { items }, slots: { default: () => h('button', 'Sort') } })
const list = (): Element | null => document.querySelector('[role="menu"]')
const focused = (): string => document.activeElement?.textContent?.trim() ?? ''

test('opens by key on its first item, walks by arrows, chooses by Enter and gives the focus back', async () => {
  const menu = show()
  menu.get('button').element.focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focused).toBe('One')
  expect(menu.get('button').attributes('aria-expanded')).toBe('true')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-checked')).toBe('true')
  await userEvent.keyboard('{Enter}')
  expect(menu.emitted('choose')).toEqual([['two']])
  await expect.poll(list).toBe(null)
  expect(focused()).toBe('Sort')
  expect(menu.get('button').attributes('aria-expanded')).toBe('false')
})

test('Esc closes it and chooses nothing', async () => {
  const menu = show()
  menu.get('button').element.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toBe('One')
  await userEvent.keyboard('{Escape}')
  await expect.poll(list).toBe(null)
  expect(focused()).toBe('Sort')
  expect(menu.emitted('choose')).toBeUndefined()
})

test('its button closes it again', async () => {
  const menu = show()
  await userEvent.click(menu.get('button').element)
  await expect.poll(list).not.toBe(null)
  await userEvent.click(menu.get('button').element)
  await expect.poll(list).toBe(null)
})
