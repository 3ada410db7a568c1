/**
 * Every fault × every call (GOALS: the HTTP fault matrix): a failure of the right code by its deadline, or a reading; cached
 * data, accounts and tokens as they were; no connection left, no secret told. Memory: memory.test.ts.
 */
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { KINDS } from '../../support/faults/fault.ts'
import { FAMILIES, FAULTS } from '../../support/faults/index.ts'
import { certificates } from '../../support/faults/server.ts'
import { meets } from './meets.ts'
import { gives } from '../../support/leaks.ts'
import { preparePlaces, SECRETS, type Places } from './world.ts'

// Most of the time is waiting for deadlines.
vi.setConfig({ maxConcurrency: 16 })

let places: Places
const unhandled: unknown[] = []
const note = (reason: unknown): void => void unhandled.push(reason)

beforeAll(async () => {
  process.on('unhandledRejection', note)
  setDefaultCACertificates([...getCACertificates('default'), certificates.root])
  places = await preparePlaces()
})
afterAll(() => {
  places.end()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('there are as many faults as there were, each under its own name', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(188)
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length)
})

test('a secret that is told is found, in whatever form', () => {
  for (const secret of SECRETS) {
    const forms = [
      secret,
      encodeURIComponent(secret),
      secret.toUpperCase(),
      Buffer.from(`a${secret}`).toString('base64')
    ]
    expect(forms.filter((form) => !gives(`before ${form} after`, secret))).toEqual([])
  }
  expect(SECRETS.filter((secret) => gives('a token, a password and a code', secret))).toEqual([])
})

const { bomb: _, ...families } = FAMILIES

describe.for(Object.entries(families))('%s', ([, faults]) => {
  const table = faults.flatMap((fault) => KINDS.map((kind) => ({ name: `${kind}: ${fault.name}`, fault, kind })))
  test.concurrent.for(table)('$name', async ({ fault, kind }) => meets(places, fault, kind))
})
