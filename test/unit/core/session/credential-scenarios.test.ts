/**
 * Tables of what becomes of a credential. A cell shows: credential (error) | entry in the keychain | pending deletions.
 * Three cells in a row: after the action, after the keychain works again and a retry, and in the next launch.
 */
import { describe, expect, test } from 'vitest'
import type { Session } from '../../../../src/main/core/session/session.ts'
import { AppError, toErrorInfo, type ErrorInfo } from '../../../../src/shared/ipc/error.ts'
import { settle } from '../../../support/ports.ts'
import { ADA, BOB, Computer, here, ORIGIN, signIn, there } from './computer.ts'

type Action = (session: Session) => Promise<unknown>

const ACTIONS: Record<string, Action> = {
  'use the token': (session) => session.accessTo('id-1'),
  'use the data key': (session) => session.dataKey('id-1'),
  'sign in again': (session) => signIn(session),
  retry: (session) => session.retryKeychain(),
  'sign out': (session) => session.signOut('id-1', false),
  'remove the account': (session) => session.remove('id-1'),
  'move to another origin': (session) => session.changeConnection(there),
  'erase everything': (session) => session.eraseEverything(false),
  'erase, entries may stay': (session) => session.eraseEverything(true)
}

const codeOf = ({ code, found }: ErrorInfo): string => (found === undefined ? code : `${code} ${found}`)

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => codeOf(toErrorInfo(error))
  )

function describeEntry(computer: Computer, id: string): string {
  const entry = computer.keychain.entries.get(id)
  return entry ? `${entry.token ?? 'no token'} + ${entry.dataKey ?? 'no key'}` : 'no entry'
}

function describeAccount(computer: Computer, session: Session, id = 'id-1'): string {
  const { accounts, pendingDeletions } = session.state()
  const line = accounts.find(({ account }) => account.id === id)
  const error = line?.keychainError ? ` (${codeOf(line.keychainError)})` : ''
  return `${line?.credential ?? 'no account'}${error} | ${describeEntry(computer, id)} | ${pendingDeletions}`
}

/** After a retry the records and the keychain agree, and no token goes to an origin that it was not issued for. */
async function check(computer: Computer, session: Session): Promise<void> {
  for (const account of computer.registry.list) {
    const access = await session.accessTo(account.id).catch(() => null)
    const { origin = null } = computer.keychain.entries.get(account.id) ?? {}
    const isStoredToken = access && access.token === computer.keychain.entries.get(account.id)?.token
    if (isStoredToken && origin !== null) expect(access.connection.baseAddress).toBe(origin)
  }
  for (const id of computer.keychain.entries.keys())
    expect(computer.registry.owing.includes(id) || computer.registry.list.some((one) => one.id === id)).toBe(true)
}

async function afterwards(computer: Computer, session: Session): Promise<string[]> {
  const cells: string[] = []
  for (const one of [session, computer.launch()]) {
    await outcome(one.retryKeychain())
    await check(computer, one)
    await settle()
    cells.push(describeAccount(computer, one))
  }
  return cells
}

const table = (rows: string[][]): string => `\n${rows.map((cells) => cells.join('\n    ')).join('\n')}\n`

describe('keychain states', () => {
  const failing =
    (code: 'KEYCHAIN_LOCKED' | 'KEYCHAIN_MISSING' | 'KEYCHAIN_SILENT', found?: 'noBus' | 'noService') =>
    (computer: Computer): void => {
      const fail = (): Promise<never> => Promise.reject(new AppError(code, found ? { found } : {}))
      Object.assign(computer.keychain, { read: fail, write: fail, remove: fail })
    }

  const STATES: Record<string, (computer: Computer) => void> = {
    fine: () => undefined,
    'absent: no service on the bus': failing('KEYCHAIN_MISSING', 'noService'),
    'no bus': failing('KEYCHAIN_MISSING', 'noBus'),
    'locked, and the prompt is dismissed': failing('KEYCHAIN_LOCKED'),
    'never answers': failing('KEYCHAIN_SILENT'),
    'does the work, and answers too late': ({ keychain }) => {
      const { entries } = keychain
      const silent = (): Promise<never> => Promise.reject(new AppError('KEYCHAIN_SILENT'))
      Object.assign(keychain, {
        read: silent,
        write: (...[id, entry]: Parameters<typeof keychain.write>) => (entries.set(id, entry), silent()),
        remove: (id: string) => (entries.delete(id), silent())
      })
    },
    'refuses the entry, such as one that is too long': ({ keychain }) => {
      keychain.failing = (call) => (call === 'write' ? 'KEYCHAIN_REFUSED' : null)
    },
    'can’t read the entry': ({ keychain }) => {
      keychain.failing = (call) => (call === 'read' ? 'KEYCHAIN_CHANGED' : null)
    },
    'the entry is gone': ({ keychain }) => keychain.entries.clear(),
    'the entry has lost its token': ({ keychain }) =>
      void keychain.entries.set('id-1', { token: null, origin: null, dataKey: 'key-1' }),
    'the entry is of another origin': ({ keychain }) =>
      void keychain.entries.set('id-1', { token: 'token-9', origin: 'https://evil.example', dataKey: 'key-1' }),
    'the entry names no origin': ({ keychain }) =>
      void keychain.entries.set('id-1', { token: 'token-1', origin: null, dataKey: 'key-1' })
  }

  const recover = ({ keychain }: Computer): void => {
    for (const method of ['read', 'write', 'remove'] as const) Reflect.deleteProperty(keychain, method)
    keychain.failing = () => null
  }

  /** One account that the keychain knows; `first` says what this launch does before the keychain changes. */
  const run = async (apply: (computer: Computer) => void, first: Action): Promise<string> => {
    const rows: string[][] = []
    for (const [name, action] of Object.entries(ACTIONS)) {
      const computer = new Computer()
      await computer.signedIn()
      const session = computer.launch()
      await first(session)
      apply(computer)
      const result = await outcome(action(session))
      await settle()
      const then = describeAccount(computer, session)
      recover(computer)
      rows.push([`${name}: ${result}`, then, ...(await afterwards(computer, session))])
    }
    return table(rows)
  }

  test.each(Object.entries(STATES))('%s', async (_name, apply) => {
    const nothing = (): Promise<void> => Promise.resolve()
    expect(await run(apply, nothing)).toMatchSnapshot('in a launch that has read nothing')
    expect(await run(apply, (session) => session.accessTo('id-1'))).toMatchSnapshot('in a launch that has the token')
  })

  test.each(Object.entries(STATES).slice(0, 7))('%s, at the first sign-in', async (_name, apply) => {
    const rows: string[][] = []
    for (const [name, action] of Object.entries(ACTIONS)) {
      const computer = new Computer()
      apply(computer)
      const session = await computer.signedIn()
      const before = describeAccount(computer, session)
      const result = await outcome(action(session))
      await settle()
      const then = describeAccount(computer, session)
      recover(computer)
      rows.push([`${name}: ${result}`, before, then, ...(await afterwards(computer, session))])
    }
    expect(table(rows)).toMatchSnapshot()
  })
})

test('a crash between any two steps leaves no entry that nobody knows of, and no token where it must not be', async () => {
  interface Disk {
    list: Computer['registry']['list']
    active: string | null
    owing: string[]
    entries: [string, { token: string | null; origin: string | null; dataKey: string | null }][]
  }
  const copy = ({ registry, keychain }: Computer): Disk =>
    structuredClone({
      list: registry.list,
      active: registry.active,
      owing: registry.owing,
      entries: [...keychain.entries]
    })
  const restore = (disk: Disk): Computer => {
    const computer = new Computer()
    Object.assign(computer.registry, { list: disk.list, active: disk.active, owing: disk.owing })
    for (const [id, entry] of disk.entries) computer.keychain.entries.set(id, entry)
    return computer
  }

  /** The contents of the disk before each write, and at the end. */
  const disksOf = async (action: Action, prepare: (computer: Computer) => Promise<Session>): Promise<Disk[]> => {
    const computer = new Computer()
    const session = await prepare(computer)
    const disks: Disk[] = []
    const { registry, keychain } = computer
    const observe = <A extends unknown[], R>(write: (...args: A) => R) => {
      return (...args: A): R => {
        disks.push(copy(computer))
        return write(...args)
      }
    }
    registry.saveAccount = observe(registry.saveAccount)
    registry.savePendingDeletions = observe(registry.savePendingDeletions)
    registry.setActiveAccountId = observe(registry.setActiveAccountId)
    registry.removeAccount = observe(registry.removeAccount)
    keychain.write = observe(keychain.write.bind(keychain))
    keychain.remove = observe(keychain.remove.bind(keychain))
    await outcome(action(session))
    await settle()
    return [...disks, copy(computer)]
  }

  const starts: Record<string, (computer: Computer) => Promise<Session>> = {
    'signed in': (computer) => computer.signedIn(),
    'in memory only': async (computer) => {
      computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
      const session = await computer.signedIn()
      computer.keychain.keychainError = null
      return session
    },
    'not signed in': (computer) => Promise.resolve(computer.launch())
  }
  const rows: string[][] = []
  for (const [start, prepare] of Object.entries(starts)) {
    const actions = Object.entries(ACTIONS).filter(([name]) => start !== 'not signed in' || name === 'sign in again')
    for (const [name, action] of actions) {
      const disks = await disksOf(action, prepare)
      for (const [step, disk] of disks.entries()) {
        const computer = restore(disk)
        for (const [id, { token }] of disk.entries) {
          const record = disk.list.find((one) => one.id === id)
          const isKnown = record?.tokenStored || (token === null && record?.keyStored)
          expect(isKnown || disk.owing.includes(id)).toBe(true)
        }
        const session = computer.launch()
        const then = describeAccount(computer, session)
        rows.push([`${start}, ${name}, ends before step ${step + 1}`, then, ...(await afterwards(computer, session))])
      }
    }
  }
  expect(table(rows)).toMatchSnapshot()
})

describe('late answers', () => {
  test.each(Object.entries(ACTIONS))(
    '%s while the keychain is still busy with another action',
    async (_name, second) => {
      const rows: string[][] = []
      for (const [name, first] of Object.entries(ACTIONS)) {
        for (const fails of [false, true]) {
          const computer = new Computer()
          await computer.signedIn()
          const session = computer.launch()
          const release = computer.keychain.hold()
          const early = outcome(first(session))
          await settle()
          const late = outcome(second(session))
          await settle()
          if (fails) computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
          release()
          const results = [await early, await late]
          await settle()
          const then = describeAccount(computer, session)
          computer.keychain.keychainError = null
          const ending = fails ? 'fails' : 'ends'
          rows.push([
            `${name} ${ending} later: ${results.join(', then ')}`,
            then,
            ...(await afterwards(computer, session))
          ])
        }
      }
      expect(table(rows)).toMatchSnapshot()
    }
  )

  test('the API answers a sign-in after another action', async () => {
    const rows: string[][] = []
    for (const [name, second] of Object.entries(ACTIONS).filter(([other]) => other !== 'sign in again')) {
      const computer = new Computer()
      await computer.signedIn()
      const session = computer.launch()
      const answer = Promise.withResolvers<{ token: string; expiresAt: null }>()
      computer.api.signIn = () => answer.promise
      const early = outcome(session.signIn({ connection: here, email: ADA, password: 'pw', again: 'id-1' }))
      await settle()
      const result = await outcome(second(session))
      answer.resolve({ token: 'token-2', expiresAt: null })
      rows.push([`${name}: ${result}, then ${await early}`, describeAccount(computer, session)])
    }
    expect(table(rows)).toMatchSnapshot()
  })
})

describe('two accounts', () => {
  const both = (computer: Computer, session: Session): string[] => [
    describeAccount(computer, session, 'id-1'),
    describeAccount(computer, session, 'id-2')
  ]

  test.each([
    'KEYCHAIN_LOCKED',
    'KEYCHAIN_SILENT',
    'KEYCHAIN_MISSING',
    'KEYCHAIN_REFUSED',
    'KEYCHAIN_CHANGED'
  ] as const)('the entry of one fails with %s, the other’s is fine', async (code) => {
    const rows: string[][] = []
    for (const [name, action] of Object.entries(ACTIONS)) {
      const computer = new Computer()
      await computer.signedIn(BOB, ADA)
      // Ada is open and signs in again: her id is id-1 in the actions.
      const swap: Record<string, string> = { 'id-1': 'id-2', 'id-2': 'id-1' }
      computer.registry.list = computer.registry.list.map((one) => ({ ...one, id: swap[one.id] ?? one.id }))
      computer.registry.active = 'id-1'
      const [one, two] = [computer.keychain.entries.get('id-1'), computer.keychain.entries.get('id-2')]
      if (one && two) computer.keychain.entries.set('id-1', two).set('id-2', one)
      const session = computer.launch()
      computer.keychain.failing = (_call, id) => (id === 'id-1' ? code : null)
      const result = await outcome(action(session))
      const other = await outcome(session.accessTo('id-2'))
      await settle()
      const then = both(computer, session)
      computer.keychain.failing = () => null
      await outcome(session.retryKeychain())
      await check(computer, session)
      await settle()
      rows.push([`${name}: ${result}, the other: ${other}`, ...then, ...both(computer, session)])
    }
    expect(table(rows)).toMatchSnapshot()
  })

  test.each([
    ['erase everything', false],
    ['erase, entries may stay', true]
  ] as const)('%s, with entries that refuse', async (_name, leaveEntries) => {
    const rows: string[][] = []
    for (const code of ['KEYCHAIN_LOCKED', 'KEYCHAIN_SILENT', 'KEYCHAIN_MISSING'] as const) {
      for (const refusing of ['id-1', 'id-2']) {
        for (const isRead of [false, true]) {
          const computer = new Computer()
          await computer.signedIn(ADA, BOB)
          const session = computer.launch()
          if (isRead) await session.accessTo('id-1')
          computer.keychain.failing = (_call, id) => (id === refusing ? code : null)
          const result = await outcome(session.eraseEverything(leaveEntries))
          await settle()
          const then = both(computer, session)
          computer.keychain.failing = () => null
          await outcome(session.retryKeychain())
          await check(computer, session)
          await settle()
          const known = isRead ? 'id-1 was read' : 'nothing was read'
          rows.push([`${refusing}: ${code}, ${known}: ${result}`, ...then, ...both(computer, session)])
        }
      }
    }
    expect(table(rows)).toMatchSnapshot()
  })

  test('a retry that only one of them refuses', async () => {
    const computer = new Computer()
    computer.keychain.keychainError = 'KEYCHAIN_LOCKED'
    const session = await computer.signedIn(ADA, BOB)
    computer.keychain.keychainError = null
    computer.keychain.failing = (_call, id) => (id === 'id-1' ? 'KEYCHAIN_REFUSED' : null)
    expect(await outcome(session.retryKeychain())).toBe('KEYCHAIN_REFUSED')
    expect(both(computer, session)).toEqual(['memory (KEYCHAIN_REFUSED) | no entry | 0', 'kept | token-2 + key-3 | 0'])
    computer.keychain.failing = () => null
    await session.retryKeychain()
    expect(computer.keychain.entries.get('id-1')).toMatchObject({ token: 'token-1', origin: ORIGIN })
  })
})
