/** Plans of the built-in providers, from a loopback server that replies in the documented shape (test/fixtures/plan-replies.json). */
import { describe, expect, onTestFinished, test } from 'vitest'
import { ProviderApi } from '../../../src/main/provider/api/provider-api.ts'
import { expectedCharges } from '../../../src/shared/models/plan.ts'
import { BUILT_IN, PROVIDER_IDS } from '../../../src/shared/providers/built-in.ts'
import { startApiServer } from '../../support/api-server.ts'
import { PLAN_FACTS, type PlanFacts } from '../../support/facts-server.ts'
import { inUtc } from '../../support/utc.ts'
import { answerOf } from './context.ts'

inUtc()

const api = new ProviderApi({ fetchFor: () => fetch, wait: () => Promise.resolve() })

async function plansOf({ provider, plans, subscription }: PlanFacts) {
  const definition = BUILT_IN[provider]
  const replies = new Map([
    [definition.plans?.path, plans],
    [definition.subscription?.path, subscription]
  ])
  const server = await startApiServer({
    fetch: async (input) => {
      const reply = replies.get(new URL(input.url).pathname)
      return reply === undefined ? new Response('{}', { status: 404 }) : Response.json(reply)
    }
  })
  onTestFinished(() => server.stop())
  return answerOf(api.plans({ connection: { provider, baseUrl: server.baseUrl }, token: 'a-key-0123456789' }))
}

test.each(PLAN_FACTS.map((facts) => [facts.provider, facts.about, facts] as const))(
  '%s: %s',
  async (_provider, _about, facts) => {
    const { value } = await plansOf(facts)
    expect(value).toHaveLength(facts.expected.length)
    expect(value).toMatchObject(facts.expected)
    expect(expectedCharges(value, '2026-11-25').amounts).toEqual(facts.charges)
  }
)

describe('each provider with plans', () => {
  test.each(PROVIDER_IDS.filter((id) => BUILT_IN[id].plans !== null))('%s has facts', (id) => {
    expect(PLAN_FACTS.map(({ provider }) => provider)).toContain(id)
  })
})
