import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import UiPassword from '../../../../src/renderer/src/ui/controls/UiPassword.vue'
import '../../../../src/renderer/src/ui/styles/base.css'

it('ends the text of an input before the button in it', () => {
  const wrapper = mount(UiPassword, { props: { modelValue: 'x'.repeat(200) }, attachTo: document.body })
  const input = wrapper.get('input').element
  const { right } = input.getBoundingClientRect()
  const end = right - Number.parseFloat(getComputedStyle(input).paddingInlineEnd)
  expect(end).toBeLessThanOrEqual(wrapper.get('button').element.getBoundingClientRect().left)
  wrapper.unmount()
})
