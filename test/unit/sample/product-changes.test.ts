import { expect, test } from 'vitest'
import { SampleApi, issueToken, SAMPLE_ADDRESSES, SAMPLE_EMAIL } from '../../../src/sample/index.ts'

type Row = Record<string, unknown>

const NOW = new Date('2026-11-20T12:00:00Z')
const headers = { authorization: `Bearer ${issueToken(SAMPLE_EMAIL, NOW)}` }
const drifting = () => new SampleApi({ data: 'difficult', now: () => NOW, drift: true }).fetch
type Sandbox = ReturnType<typeof drifting>

const ask = (sandbox: Sandbox, query = '', etag: string | null = null): Promise<Response> =>
  sandbox(
    new Request(`${SAMPLE_ADDRESSES.difficult}/v2/Products${query}`, {
      headers: { ...headers, ...(etag === null ? {} : { 'if-none-match': etag }) }
    })
  )
const rows = async (sandbox: Sandbox, query = ''): Promise<Row[]> => (await (await ask(sandbox, query)).json()) as Row[]

/** What came, what went and what changed, by id; the one sample product without an id is left out. */
function between(before: Row[], after: Row[]) {
  const ids = (list: Row[]): Map<unknown, Row> => new Map(list.flatMap((one) => (one['id'] ? [[one['id'], one]] : [])))
  const [old, now] = [ids(before), ids(after)]
  const changed = [...now].flatMap(([id, row]) => {
    const was = old.get(id)
    if (!was) return []
    return Object.keys({ ...was, ...row }).filter((field) => was[field] !== row[field])
  })
  return {
    came: [...now.keys()].filter((id) => !old.has(id)).length,
    gone: [...old.keys()].filter((id) => !now.has(id)).length,
    changed: new Set(changed)
  }
}

test('from the second look on one is new, one is gone and a few have changed', async () => {
  const sandbox = drifting()
  let before = await rows(sandbox)
  expect(before).toHaveLength(60)
  const fields = new Set<string>()
  for (let look = 0; look < 12; look++) {
    const after = await rows(sandbox)
    const found = between(before, after)
    expect([found.came, found.gone]).toEqual([1, 1])
    expect(after).toHaveLength(60)
    found.changed.forEach((field) => fields.add(field))
    const updated = (list: Row[]) => list.map((one) => String(one['lastUpdateDateTime'] ?? '')).sort()
    expect(String(updated(after).at(-1)) > String(updated(before).at(-1))).toBe(true)
    before = after
  }
  expect(fields).toEqual(new Set(['tagline', 'description', 'weight', 'isAvailable', 'lastUpdateDateTime']))
})

test('who comes back with an ETag finds the next look after that one', async () => {
  const earlier = drifting()
  const looks = [await ask(earlier), await ask(earlier), await ask(earlier), await ask(earlier)]
  const relaunched = await ask(drifting(), '', looks[2]?.headers.get('etag') ?? '')
  expect(relaunched.status).toBe(200)
  expect(await relaunched.text()).toBe(await looks[3]?.text())
})
