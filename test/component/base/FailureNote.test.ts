import { mount } from '@vue/test-utils'
import { expect, test } from 'vitest'
import FailureNote from '../../../src/renderer/src/components/base/FailureNote.vue'
import { FAILURE_CODES } from '../../../src/shared/ipc/failure.ts'

test.each(FAILURE_CODES)('%s is one sentence and one next step', (code) => {
  const note = mount(FailureNote, { props: { failure: { code } } })
  const [sentence, next] = note.findAll('p').map((line) => line.text())
  expect(sentence).toMatch(/^\p{Lu}.*\.$/u)
  expect(next).toMatch(/^\p{Lu}.*\.$/u)
  expect(note.text()).not.toContain('{')
  expect(note.find('details').exists()).toBe(false)
})

test('names the host: the failure’s own first, then the one given', () => {
  const failure = { code: 'TIMEOUT', host: 'cdn.example.com' } as const
  expect(mount(FailureNote, { props: { failure, host: 'api.example.com' } }).text()).toContain('cdn.example.com took')
  expect(mount(FailureNote, { props: { failure: { code: 'TIMEOUT' }, host: 'api.example.com' } }).text()).toContain(
    'api.example.com took'
  )
})

test('quotes the platform as the platform, folded, and never as markup', () => {
  const words = '<img src=x onerror=alert(1)> down'
  const note = mount(FailureNote, {
    props: { failure: { code: 'SERVER', host: 'api.example.com', status: 503, platformSays: words } }
  })
  expect(note.find('details').attributes('open')).toBeUndefined()
  expect(note.find('details').text()).toContain(`api.example.com says: “${words}”`)
  expect(note.find('details').text()).toContain('503')
  expect(note.find('img').exists()).toBe(false)
})

test('says when to come back', () => {
  const failure = { code: 'RATE_LIMITED', retryAt: new Date(2026, 2, 1, 14, 5).toISOString() } as const
  expect(mount(FailureNote, { props: { failure } }).text()).toMatch(/Try again after .*05/)
})

test('asks for one try at a time', async () => {
  const note = mount(FailureNote, { props: { failure: { code: 'TIMEOUT' } } })
  await note.get('button').trigger('click')
  await note.setProps({ busy: true })
  await note.get('button').trigger('click')
  expect(note.emitted('retry')).toHaveLength(1)
  await note.setProps({ retry: false })
  expect(note.find('button').exists()).toBe(false)
})
