/**
 * Every fault against the calls that can tell it from others: an error with the right code, or a
 * tolerated answer; cached data, accounts and tokens unchanged; no open connection, no leaked secret. PORTSIDE_DEEP=1: every fault
 * against every call. Memory, and Electron's own network: test/integration/network.
 */
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { KINDS } from '../../support/faults/fault.ts'
import { FAMILIES, FAULTS, meetings, type Family } from '../../support/faults/index.ts'
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
  expect(FAULTS).toHaveLength(202)
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

const families = (Object.keys(FAMILIES) as Family[]).filter((family) => family !== 'bomb')

test('every call meets each family of faults, and every fault a call', () => {
  const missing = families.flatMap((family) => {
    const met = meetings(family)
    const calls = new Set(met.map(({ kind }) => kind))
    const faults = new Set(met.map(({ fault }) => fault))
    return [
      ...KINDS.filter((kind) => !calls.has(kind)).map((kind) => `${family}: ${kind}`),
      ...FAMILIES[family].filter((fault) => !faults.has(fault)).map(({ name }) => `${family}: ${name}`)
    ]
  })
  expect(missing).toEqual([])
})

describe.for(families)('%s', (family) => {
  const table = meetings(family).map(({ fault, kind }) => ({ name: `${kind}: ${fault.name}`, fault, kind }))
  test.concurrent.for(table)('$name', async ({ fault, kind }) => meets(places, fault, kind))
})
