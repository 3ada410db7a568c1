import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import ErrorNote from '../../../../src/renderer/src/ui/controls/ErrorNote.vue'
import { ERROR_CODES, FILE_REASONS, FORM_REASONS } from '../../../../src/shared/ipc/error.ts'

test.each(ERROR_CODES)('%s is one sentence and one next step', (code) => {
  const note = mount(ErrorNote, { props: { error: { code } } })
  const [sentence, next] = note.findAll('p').map((line) => line.text())
  expect(sentence).toMatch(/^\p{Lu}.*\.$/u)
  expect(next).toMatch(/^\p{Lu}.*\.$/u)
  expect(note.text()).not.toContain('{')
  expect(note.find('details').exists()).toBe(false)
})

test('names the host: the error’s own first, then the one given', () => {
  const error = { code: 'TIMEOUT', host: 'cdn.example.com' } as const
  expect(mount(ErrorNote, { props: { error, host: 'api.example.com' } }).text()).toContain('cdn.example.com took')
  expect(mount(ErrorNote, { props: { error: { code: 'TIMEOUT' }, host: 'api.example.com' } }).text()).toContain(
    'api.example.com took'
  )
})

test('quotes the provider as the provider, in the message itself and never as markup', () => {
  const words = '<img src=x onerror=alert(1)> down'
  const note = mount(ErrorNote, {
    props: { error: { code: 'SERVER', host: 'api.example.com', status: 503, providerMessage: words } }
  })
  expect(note.find('.sentence').text()).toBe('api.example.com is having problems.')
  expect(note.find('.said').text()).toBe(`api.example.com says: “${words}”`)
  expect(note.find('.next').text()).toBe('Try again later.')
  expect(note.find('details').text()).not.toContain('says')
  expect(note.find('img').exists()).toBe(false)
})

test.each(['OTP_REQUIRED', 'Bad Request', 'The given data was invalid.', 'forbidden'])(
  'folds what says no more than the status: %s',
  (providerMessage) => {
    const note = mount(ErrorNote, { props: { error: { code: 'FORBIDDEN', status: 403, providerMessage } } })
    expect(note.find('.said').exists()).toBe(false)
    expect(note.find('details').attributes('open')).toBeUndefined()
    expect(note.find('details').text()).toContain(`The provider says: “${providerMessage}”`)
    expect(note.find('details').text()).toContain('403')
  }
)

test('a refusal with a reason isn’t called unreadable', () => {
  const error = {
    code: 'BAD_REPLY',
    host: 'api.example.com',
    providerMessage: 'Please confirm your e-mail first.'
  } as const
  const note = mount(ErrorNote, { props: { error } })
  expect(note.findAll('p').map((line) => line.text())).toEqual([
    'api.example.com refused this.',
    'api.example.com says: “Please confirm your e-mail first.”',
    'Do what it asks, or contact your provider’s support.'
  ])
})

describe('a sign-in that is refused', () => {
  const lines = (providerMessage: string, sent: 'token' | 'withCode' | null = null) =>
    mount(ErrorNote, {
      props: { error: { code: 'WRONG_CREDENTIALS', host: 'api.example.com', providerMessage }, sent }
    })
      .findAll('p')
      .map((line) => line.text())

  test.each([
    'Please confirm your e-mail address first.',
    'Verify your email before you log in.',
    'You have to accept the new terms under My account.',
    'Your password has expired. Reset it on our website.'
  ])('for a reason of its own asks for what the provider asks: %s', (words) => {
    const asked = [
      'api.example.com refused the sign-in.',
      `api.example.com says: “${words}”`,
      'Do what it asks, then try again.'
    ]
    expect(lines(words)).toEqual(asked)
    expect(lines(words, 'token')).toEqual(asked)
  })

  test.each(['Wrong email or password.', 'Invalid credentials'])('is said once: %s', (words) => {
    expect(lines(words)).toEqual([
      'api.example.com didn’t accept this email and password.',
      'Check the email and password, then try again.',
      // Among the details.
      `api.example.com says: “${words}”`
    ])
  })

  test.each([
    'Invalid login.',
    'No such user',
    'User not found',
    'This e-mail is not registered.',
    'Incorrect username'
  ])('for its credentials asks to check them: %s', (words) => {
    expect(lines(words)).toEqual([
      'api.example.com didn’t accept this email and password.',
      `api.example.com says: “${words}”`,
      'Check the email and password, then try again.'
    ])
  })

  test.each([
    ['token', 'The API key is not valid.', 'Check that it’s complete and still valid, then try again.'],
    ['withCode', 'That code is wrong.', 'Enter a new code, and check the email and password.']
  ] as const)('for its %s asks to check that', (sent, words, next) => {
    expect(lines(words, sent).at(-1)).toBe(next)
  })
})

test('a refusal after the sign-in asks for what the provider asks', () => {
  const error = { code: 'FORBIDDEN', host: 'api.example.com' } as const
  const last = (providerMessage: string) =>
    mount(ErrorNote, { props: { error: { ...error, providerMessage } } })
      .get('.next')
      .text()
  expect(last('Please accept the new terms first.')).toBe('Do what it asks, or contact your provider’s support.')
  expect(last('Forbidden')).toBe('If you need it, contact your provider’s support.')
})

test.each([
  ['BAD_REPLY', 'html', 'sent a web page instead of data.', 'Sign in to your Wi-Fi network if it asks you to'],
  ['BAD_REPLY', 'botCheck', 'checks for bots and blocked Portside.', 'Ask your provider'],
  ['FORBIDDEN', 'botCheck', 'checks for bots and blocked Portside.', 'Ask your provider'],
  ['SERVER', 'botCheck', 'checks for bots and blocked Portside.', 'Ask your provider']
] as const)('%s with %s suggests what the page is', (code, found, sentence, next) => {
  const note = mount(ErrorNote, { props: { error: { code, found, host: 'api.example.com' } } })
  expect(note.get('.sentence').text()).toBe(`api.example.com ${sentence}`)
  expect(note.get('.next').text()).toContain(next)
})

const limited = (ms: number, code: 'RATE_LIMITED' | 'SERVER' = 'RATE_LIMITED') => ({
  code,
  retryAt: new Date(Date.now() + ms).toISOString()
})

test.each(['RATE_LIMITED', 'SERVER'] as const)(
  'says when to come back by the clock when that is a while: %s',
  (code) => {
    const note = mount(ErrorNote, { props: { error: limited(180_000, code) } })
    expect(note.get('.next').text()).toMatch(/^Try again after .*\d:\d\d/)
  }
)

describe('a wait that is near', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is counted down for the eyes only, until it is over', async () => {
    const note = mount(ErrorNote, { props: { error: limited(34_000) } })
    const counted = (): string => note.get('.next [aria-hidden]').text()
    const heard = note.get('.next .sr-only').text()
    expect(counted()).toBe('Try again in 34 s.')
    expect(heard).toMatch(/^Try again after /)
    await vi.advanceTimersByTimeAsync(5000)
    expect(counted()).toBe('Try again in 29 s.')
    expect(note.get('.next .sr-only').text()).toBe(heard)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(note.get('.next').text()).toBe('You can try again now.')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is counted anew for a later answer, and by nobody once the note is gone', async () => {
    const note = mount(ErrorNote, { props: { error: limited(1000) } })
    await vi.advanceTimersByTimeAsync(1000)
    await note.setProps({ error: limited(60_000) })
    expect(note.get('.next [aria-hidden]').text()).toBe('Try again in 60 s.')
    note.unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})

test.each(ERROR_CODES)('%s offers the check where it can explain something', (code) => {
  const link = mount(ErrorNote, { props: { error: { code } } }).find('a')
  const explains = ['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'TLS', 'SERVER', 'BAD_REPLY'].includes(code)
  expect(link.exists() && link.attributes('href')).toBe(
    code === 'PROXY_AUTH' ? '#/network' : explains && '#/connectionCheck'
  )
  expect(
    mount(ErrorNote, { props: { error: { code }, check: '' } })
      .find('a')
      .exists()
  ).toBe(false)
})

test('a bad file is said as that', () => {
  const note = mount(ErrorNote, { props: { error: { code: 'BAD_REQUEST', found: 'file' } } })
  expect(note.get('.sentence').text()).toBe('This isn’t a provider file for Portside.')
  expect(note.find('details').exists()).toBe(false)
})

test('a file of a newer version asks for an update, not for a check of the file', () => {
  const note = mount(ErrorNote, { props: { error: { code: 'BAD_REQUEST', found: 'newerFile' } } })
  expect(note.get('.sentence').text()).toBe('This file is from a newer version of Portside.')
  expect(note.get('.next').text()).toBe('Update Portside, then choose the file again.')
})

test.each([
  [{ reason: 'number', least: '1', most: '5000' }, 'Enter a whole number from 1 to 5000.'],
  [{ reason: 'oneOf', values: 'none, link, page' }, 'Use one of these: none, link, page.'],
  [{ reason: 'tooMany', most: '50' }, 'Write names and values in braces, at most 50.'],
  [{ reason: 'fieldPath' }, 'Enter field names with single dots between them, such as data.token.'],
  [
    { reason: 'headerPrefix' },
    'Use one word of letters, digits and hyphens, such as ApiKey. For Basic, there is a scheme.'
  ]
] as const)('a part of a file that can’t be used says what it has to be: %j', (why, next) => {
  const error = { code: 'BAD_REQUEST', found: 'filePart', part: 'invoices.paging.size', why } as const
  const note = mount(ErrorNote, { props: { error } })
  expect(note.get('.sentence').text()).toBe('Portside can’t use “invoices.paging.size” in this definition.')
  expect(note.get('.next').text()).toBe(next)
})

test.each([...FORM_REASONS, ...FILE_REASONS])('the reason %s has a sentence', (reason) => {
  const why = { reason, values: 'a, b', least: '1', most: '9' }
  const note = mount(ErrorNote, { props: { error: { code: 'BAD_REQUEST', found: 'filePart', part: 'x', why } } })
  expect(note.get('.next').text()).toMatch(/^[A-Z“].*\.$/)
})

test.each([
  ['filePart', 'Portside can’t use “invoices.path” in this definition.'],
  ['fileMissing', '“invoices.path” is missing from this definition.'],
  ['fileUnknown', 'This definition has a part that Portside doesn’t know: “invoices.path”.'],
  ['fileCredential', '“invoices.path” in this definition looks like it contains a key or password.']
] as const)('a file that can’t be used says which part, and what to do: %s', (found, sentence) => {
  const note = mount(ErrorNote, { props: { error: { code: 'BAD_REQUEST', found, part: 'invoices.path' } } })
  expect(note.get('.sentence').text()).toBe(sentence)
  expect(note.text()).toContain('try again.')
  expect(note.find('details').exists()).toBe(false)
})

test('asks for one try at a time', async () => {
  const note = mount(ErrorNote, { props: { error: { code: 'TIMEOUT' } } })
  await note.get('button').trigger('click')
  await note.setProps({ busy: true })
  await note.get('button').trigger('click')
  expect(note.emitted('retry')).toHaveLength(1)
  await note.setProps({ retry: false })
  expect(note.find('button').exists()).toBe(false)
})
