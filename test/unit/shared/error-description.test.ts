import { expect, test } from 'vitest'
import { AppError } from '../../../src/shared/ipc/error.ts'
import { describeError, isErrorDescription } from '../../../src/shared/models/error-description.ts'

const withStack = (error: Error, frames: string): Error =>
  Object.assign(error, { stack: `${error.name}: ${error.message}\n${frames}` })

test('has an error’s name and frames, never its message', () => {
  const description = describeError(
    new TypeError('Bearer canary-token\n    at this is still the message? canary-token-2')
  )
  expect(description).toContain('TypeError')
  expect(description).toMatch(/error-description\.test\.ts/)
  expect(description).not.toContain('canary-token')
  expect(describeError('canary-token')).toBe('thrown string')
})

test('has no frames of an error whose message was changed since', () => {
  const error = new TypeError('canary-token')
  // V8 makes the stack when it is first read.
  expect(error.stack).toContain('canary-token')
  for (const message of ['other', '']) {
    error.message = message
    expect(describeError(error)).toBe('TypeError')
  }
})

test('has the codes of the app’s and of the system’s errors', () => {
  const errors = [
    new AppError('BAD_REPLY', { found: 'html', host: 'canary.example', providerMessage: 'canary' }),
    Object.assign(new Error('ENOENT: /home/canary/x'), { code: 'ENOENT' }),
    Object.assign(new Error(''), { code: 'canary@example.com' }),
    Object.assign(new Error(''), { name: 'canary@example.com' })
  ]
  const titles = errors.map((error) => describeError(withStack(error, '')))
  expect(titles).toEqual(['AppError BAD_REPLY html', 'Error ENOENT', 'Error', 'Error'])
})

test('names a frame’s file from the app’s folder on', () => {
  const frames = [
    '    at Session.signIn (file:///home/canary/apps/portside/out/main/app-B1.js:12:34)',
    '    at file:///home/canary/portside/out/main/index.js:1:2',
    '    at C:\\Users\\canary\\AppData\\Local\\portside\\resources\\app.asar\\node_modules\\keytar\\lib\\keytar.js:5:6',
    '    at app://portside/assets/index-C2.js:7:8',
    '    at async Promise.all (index 0)',
    '    at new Promise (<anonymous>)',
    '    at node:internal/process/task_queues:95:5',
    'canary: no frame'
  ]
  expect(describeError(withStack(new Error('x'), frames.join('\n'))).split('\n')).toEqual([
    'Error',
    '    at Session.signIn (out/main/app-B1.js:12:34)',
    '    at (out/main/index.js:1:2)',
    '    at (keytar.js:5:6)',
    '    at (index-C2.js:7:8)',
    '    at async Promise.all (index 0)',
    '    at new Promise (<anonymous>)',
    '    at (node:internal/process/task_queues:95:5)'
  ])
})

test('has the causes, and ends', () => {
  const error = new RangeError('outer', { cause: new AppError('STORAGE') })
  expect(describeError(error)).toMatch(/^RangeError\n[^]*\n {2}caused by AppError STORAGE\n/)
  const loop = new Error('loop')
  loop.cause = loop
  expect(describeError(loop).match(/caused by/g)).toHaveLength(3)
  expect(describeError(withStack(new Error('x'), '    at f (a.js:1:2)\n'.repeat(1000))).split('\n')).toHaveLength(21)
})

test('a description is told from any other text', () => {
  const real = [new AppError('BAD_REPLY', { found: 'html' }), new RangeError('a', { cause: 'b' }), 'text', null]
  for (const error of real) expect(isErrorDescription(describeError(error))).toBe(true)
  const others = [
    '',
    'A sentence with several words.',
    'canary@example.com',
    'TypeError\nhttps://canary.example/',
    'TypeError\n    at canary@example.com (x.js:1:2)',
    'TypeError\n    at f (https://canary.example/?a=b)',
    'TypeError\n'.repeat(200)
  ]
  for (const text of others) expect(isErrorDescription(text)).toBe(false)
})
