/** Words without an end, and marks without a letter: the page shows them limited, and copies them as they are. */
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import RecordFields from '../../../../src/renderer/src/features/catalogue/inspector/RecordFields.vue'
import FactList from '../../../../src/renderer/src/ui/record/FactList.vue'
import { MAX_MARKS, MAX_RUN } from '../../../../src/shared/i18n/text-limits.ts'
import { layBridge } from '../shell/bridge.ts'

const LONG = `${'AV'.repeat(1000)} a${'\u0301'.repeat(1000)}`
const endless = new RegExp(`\\S{${MAX_RUN + 1}}|\u0301{${MAX_MARKS + 1}}`)

it('of facts', async () => {
  const bridge = layBridge()
  bridge.answer('app.copyText', null)
  const facts = [
    { name: 'a', label: 'A', text: LONG, copy: true },
    { name: 'b', label: 'B', text: LONG }
  ]
  const list = mount(FactList, { props: { facts } })
  for (const value of list.findAll('dd')) {
    expect(value.text()).toContain('AVAV')
    expect(value.text()).not.toMatch(endless)
  }
  await list.get('button').trigger('click')
  await expect.poll(() => bridge.asked('app.copyText')).toEqual([{ lines: [LONG] }])
})

it('of a record as it was received', async () => {
  const bridge = layBridge()
  bridge.answer('app.copyText', null)
  const record = mount(RecordFields, {
    props: {
      fields: [LONG, `a${'\u0301'.repeat(1000)}`].map((value) => ({ name: value, state: null, value })),
      record: { [LONG]: LONG }
    },
    attachTo: document.body
  })
  await record.get('[role=treeitem]').trigger('click')
  expect(record.findAll('.value')[1]?.text()).not.toMatch(endless)
  for (const shown of [record.get('.name'), record.get('.path'), record.get('pre')]) {
    expect(shown.text()).toContain('AVAV')
    expect(shown.text()).not.toMatch(endless)
  }
  await record.get('button').trigger('click')
  await expect.poll(() => bridge.asked('app.copyText')).toEqual([{ text: JSON.stringify({ [LONG]: LONG }, null, 2) }])
})
