/** One call meets one fault, and all that must hold after that. */
import { inspect } from 'node:util'
import { expect } from 'vitest'
import type { Connection } from '../../../src/shared/models/connection.ts'
import { FRESH_TOKEN, outcomeOf, type Kind, type NamedFault } from '../../support/faults/fault.ts'
import { deadlineFor, expectError } from '../../support/faults/outcomes.ts'
import { startFault } from '../../support/faults/server.ts'
import { NOW } from '../../support/faults/statuses.ts'
import { gives } from '../../support/leaks.ts'
import { SECRETS, type Places, type World } from './world.ts'

/** Most requests of one call: two more tries; and core asks for all topics where one is refused. */
const MOST_REQUESTS = 6

export async function meets(places: Places, fault: NamedFault, kind: Kind): Promise<void> {
  const elsewhere = await startFault({ name: 'elsewhere', outcome: 'read' })
  const server = await startFault(fault, elsewhere.baseUrl)
  const outcome = outcomeOf(fault, kind)
  const connection: Connection = { baseUrl: server.baseUrl, provider: 'hypeproxy-v2' }
  const world = places.worldAt(connection, NOW, deadlineFor(outcome))
  try {
    const before = { stored: await world.stored(), signedIn: world.signedIn(), fetchedAt: await fetchedAt(world, kind) }
    const error = await world.call(kind)

    if (outcome === 'read') {
      expect(error, 'it is tolerated').toBeNull()
      await hasRead(world, kind, before)
    } else {
      expect(error, 'it fails').not.toBeNull()
      expectError(error!, outcome, server)
      expect(await world.stored(), 'cached data stayed').toEqual(before.stored)
      expect(world.signedIn(), 'accounts and tokens stayed').toEqual(before.signedIn)
      if (kind !== 'sign-in') {
        expect(await world.freshness(kind), 'freshness tells the error').toMatchObject({
          error,
          refreshing: false,
          fetchedAt: before.fetchedAt
        })
      }
    }
    expect(world.reported, 'nothing unforeseen').toEqual([])
    expect(elsewhere.connections(), 'nobody else was spoken to').toBe(0)
    expect(server.requests.length).toBeLessThanOrEqual(kind === 'sign-in' ? 1 : MOST_REQUESTS)
    await server.abandoned()
    world.close()
    // A token that is signed in with may be told of by its own sign-in only.
    const told = seen(world.thrown) + seen(error) + world.disk()
    expect(
      SECRETS.filter((secret) => gives(told, secret)),
      'no secret is told'
    ).toEqual([])
  } finally {
    world.close()
    await Promise.all([server.stop(), elsewhere.stop()])
  }
}

/** All that can be seen of a thrown thing, hidden members and stacks included. */
const seen = (thrown: unknown): string => inspect(thrown, { depth: 12, showHidden: true, maxStringLength: null })

const fetchedAt = async (world: World, kind: Kind): Promise<string | null> =>
  kind === 'sign-in' ? null : (await world.freshness(kind)).fetchedAt

type Before = { stored: Awaited<ReturnType<World['stored']>>; signedIn: unknown }

/** What the answer says is stored, and nothing else has changed. */
async function hasRead(world: World, kind: Kind, before: Before): Promise<void> {
  const { stored } = before
  const now = await world.stored()
  const catalogue = ({ products, product }: Before['stored']): unknown => ({ products, product })
  if (kind === 'list' || kind === 'detail') expect(catalogue(now)).not.toEqual(catalogue(stored))
  else expect(catalogue(now)).toEqual(catalogue(stored))
  if (kind === 'invoices') expect(now.invoices).not.toEqual(stored.invoices)
  else expect(now.invoices).toEqual(stored.invoices)
  if (kind === 'profile') expect(now.profile).not.toEqual(stored.profile)
  else expect(now.profile).toEqual(stored.profile)
  if (kind === 'sign-in') expect(JSON.stringify(world.signedIn())).toContain(FRESH_TOKEN)
  else expect(world.signedIn()).toEqual(before.signedIn)
}
