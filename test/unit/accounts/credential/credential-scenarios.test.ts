/** What users meet: a keychain that fails, and what a retry and the next launch make of it. invariants.test.ts has the rules. */
import { expect, test } from 'vitest'
import type { Accounts } from '../../../../src/main/accounts/accounts.ts'
import { AppError, toErrorInfo, type ErrorCode, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { settle } from '../../../support/ports.ts'
import { Computer, signIn, there } from '../computer.ts'

type Action = (accounts: Accounts) => Promise<unknown>

const USE: Action = (accounts) => accounts.get('id-1').access()
const SIGN_IN: Action = (accounts) => signIn(accounts)
const SIGN_OUT: Action = (accounts) => accounts.signOut('id-1', false)
const REMOVE: Action = (accounts) => accounts.remove('id-1')
const MOVE: Action = (accounts) => accounts.changeConnection('id-1', there)
const ERASE: Action = (accounts) => accounts.eraseAll(false)
const ERASE_LEAVING_ENTRIES: Action = (accounts) => accounts.eraseAll(true)

type Keychain = (computer: Computer) => void

const failing =
  (code: ErrorCode): Keychain =>
  ({ keychain }) =>
    void (keychain.keychainError = code)
const fine: Keychain = () => undefined
const locked = failing('KEYCHAIN_LOCKED')
const missing = failing('KEYCHAIN_MISSING')
const silent = failing('KEYCHAIN_SILENT')
const rejectsWrites: Keychain = ({ keychain }) => {
  keychain.failing = (call) => (call === 'write' ? 'KEYCHAIN_REFUSED' : null)
}
const answersTooLate: Keychain = ({ keychain }) => {
  const { write, remove } = keychain
  const tooLate = async (work: Promise<void>): Promise<void> => {
    await work
    throw new AppError('KEYCHAIN_SILENT')
  }
  keychain.write = (...args) => tooLate(write.apply(keychain, args))
  keychain.remove = (...args) => tooLate(remove.apply(keychain, args))
}
const hasLostTheEntry: Keychain = ({ keychain }) => keychain.entries.clear()
const hasAnotherOrigin: Keychain = ({ keychain }) =>
  void keychain.entries.set('id-1', { token: 'token-9', origin: 'https://evil.example', dataKey: 'key-1' })

const recover = ({ keychain }: Computer): void => {
  for (const method of ['write', 'remove'] as const) Reflect.deleteProperty(keychain, method)
  keychain.keychainError = null
  keychain.failing = () => null
}

const codeOf = ({ code, found }: ErrorInfo): string => (found === undefined ? code : `${code} ${found}`)

/** The credential as shown, the entry in the keychain, and pending deletions. */
function describeAccount(computer: Computer, accounts: Accounts): string {
  const { pendingDeletions } = accounts.state()
  const line = accounts.find('id-1')?.line
  const shown = line?.keychainError ? `${line.credential} (${codeOf(line.keychainError)})` : line?.credential
  const entry = computer.keychain.entries.get('id-1')
  const stored = entry ? [entry.token, entry.dataKey].filter((part) => part !== null).join(' + ') : 'no entry'
  return [shown ?? 'no account', stored, ...(pendingDeletions > 0 ? ['1 pending deletion'] : [])].join(', ')
}

interface Scenario {
  keychain: Keychain
  action: Action
  error?: string
  then: string
  /** After a retry on a keychain that works again, and in the next launch. */
  retried: string
}

const KEPT = 'kept, token-1 + key-1'
const KEPT_NEWER = 'kept, token-2 + key-1'
const GONE = 'no account, no entry'

/** One account, whose token is stored and not yet read in this launch. */
const SCENARIOS: Record<string, Scenario> = {
  'the token is used': { keychain: fine, action: USE, then: KEPT, retried: KEPT },
  'the token is used, the keychain is locked': {
    keychain: locked,
    action: USE,
    error: 'KEYCHAIN_LOCKED',
    then: 'unavailable (KEYCHAIN_LOCKED), token-1 + key-1',
    retried: KEPT
  },
  'the token is used, there is no keychain': {
    keychain: missing,
    action: USE,
    error: 'KEYCHAIN_MISSING',
    then: 'unavailable (KEYCHAIN_MISSING), token-1 + key-1',
    retried: KEPT
  },
  'the token is used, its entry is gone': {
    keychain: hasLostTheEntry,
    action: USE,
    error: 'KEYCHAIN_CHANGED',
    then: 'unavailable (KEYCHAIN_CHANGED), no entry',
    retried: 'unavailable (KEYCHAIN_CHANGED), no entry'
  },
  'the token is used, its entry is of another origin': {
    keychain: hasAnotherOrigin,
    action: USE,
    error: 'KEYCHAIN_CHANGED otherOrigin',
    then: 'unavailable (KEYCHAIN_CHANGED otherOrigin), token-9 + key-1',
    retried: 'unavailable (KEYCHAIN_CHANGED otherOrigin), token-9 + key-1'
  },
  'a sign-in': { keychain: fine, action: SIGN_IN, then: KEPT_NEWER, retried: KEPT_NEWER },
  'a sign-in, the keychain is locked': {
    keychain: locked,
    action: SIGN_IN,
    then: 'memory (KEYCHAIN_LOCKED), token-1 + key-1',
    retried: KEPT_NEWER
  },
  'a sign-in, the keychain rejects the entry': {
    keychain: rejectsWrites,
    action: SIGN_IN,
    then: 'memory (KEYCHAIN_REFUSED), token-1 + key-1',
    retried: KEPT_NEWER
  },
  'a sign-in, the keychain answers too late': {
    keychain: answersTooLate,
    action: SIGN_IN,
    then: 'memory (KEYCHAIN_SILENT), token-2 + key-1',
    retried: KEPT_NEWER
  },
  'a sign-in, the entry is gone': {
    keychain: hasLostTheEntry,
    action: SIGN_IN,
    then: 'kept, token-2 + key-2',
    retried: 'kept, token-2 + key-2'
  },
  'a sign-out': { keychain: fine, action: SIGN_OUT, then: 'signedOut, key-1', retried: 'signedOut, key-1' },
  'a sign-out, the keychain is locked': {
    keychain: locked,
    action: SIGN_OUT,
    then: 'signedOut, token-1 + key-1, 1 pending deletion',
    retried: 'signedOut, key-1'
  },
  'a sign-out, the keychain answers too late': {
    keychain: answersTooLate,
    action: SIGN_OUT,
    then: 'signedOut, key-1, 1 pending deletion',
    retried: 'signedOut, key-1'
  },
  'a sign-out, the entry is gone': {
    keychain: hasLostTheEntry,
    action: SIGN_OUT,
    then: 'signedOut, no entry',
    retried: 'signedOut, no entry'
  },
  'another origin': { keychain: fine, action: MOVE, then: 'forgotten, key-1', retried: 'forgotten, key-1' },
  'another origin, the keychain is locked': {
    keychain: locked,
    action: MOVE,
    then: 'forgotten, token-1 + key-1, 1 pending deletion',
    retried: 'forgotten, key-1'
  },
  'a removal': { keychain: fine, action: REMOVE, then: GONE, retried: GONE },
  'a removal, the keychain doesn’t answer': {
    keychain: silent,
    action: REMOVE,
    then: 'no account, token-1 + key-1, 1 pending deletion',
    retried: GONE
  },
  'everything is erased': { keychain: fine, action: ERASE, then: GONE, retried: GONE },
  'everything is erased, the keychain is locked': {
    keychain: locked,
    action: ERASE,
    error: 'KEYCHAIN_LOCKED',
    then: KEPT,
    retried: KEPT
  },
  'everything is erased, the keychain answers too late': {
    keychain: answersTooLate,
    action: ERASE,
    error: 'KEYCHAIN_SILENT',
    then: 'forgotten, no entry, 1 pending deletion',
    retried: 'forgotten, no entry'
  },
  'everything but the entries is erased, the keychain is locked': {
    keychain: locked,
    action: ERASE_LEAVING_ENTRIES,
    then: 'no account, token-1 + key-1, 1 pending deletion',
    retried: GONE
  }
}

test.each(Object.entries(SCENARIOS))('%s', async (_name, { keychain, action, error, then, retried }) => {
  const computer = new Computer()
  await computer.signedIn()
  const accounts = computer.launch()
  keychain(computer)
  const result = await action(accounts).then(
    () => undefined,
    (thrown: unknown) => codeOf(toErrorInfo(thrown))
  )
  await settle()
  expect([result, describeAccount(computer, accounts)]).toEqual([error, then])
  recover(computer)
  const next = computer.launch()
  for (const one of [accounts, next]) {
    await one.retryKeychain().catch(() => undefined)
    await one
      .find('id-1')
      ?.access()
      .catch(() => undefined)
    await settle()
    expect(describeAccount(computer, one)).toBe(retried)
  }
})
