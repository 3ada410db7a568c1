/** Core's catalogue over in-memory stand-ins, of an account that is signed in. */
import { createCatalogue } from '../../../../src/main/core/catalogue/index.ts'
import { createFreshnessBook } from '../../../../src/main/core/refresh/freshness.ts'
import type { ProductRecord } from '../../../../src/main/core/ports/index.ts'
import { createOpenAccountStorage } from '../../../../src/main/core/open-account-storage.ts'
import { FakeBrowser, FakeFiles } from '../../../support/ports.ts'
import { launchSession, signIn, world } from '../launch.ts'

export async function startCatalogue() {
  const parts = { ...world(), files: new FakeFiles(), opener: new FakeBrowser() }
  const session = launchSession(parts)
  await signIn(session)
  const store = createOpenAccountStorage(parts.cache, session, () => {})
  const freshness = createFreshnessBook(parts.publisher)
  const heard = { revalidations: 0, reported: [] as unknown[], locked: false }
  let open = new AbortController()
  session.onChange(() => {
    open.abort()
    open = new AbortController()
  })
  const catalogue = createCatalogue({
    ...parts,
    api: parts.platform,
    session,
    store,
    freshness,
    locked: () => heard.locked,
    whileOpen: () => open.signal,
    revalidate: () => (heard.revalidations += 1),
    report: (error) => heard.reported.push(error)
  })
  /** The catalogue's file of the account that was signed in first. */
  const file = parts.cache.open('id-1', async () => null).catalogue
  const fill = (...records: ProductRecord[]): void =>
    file.fill(records, { fetchedAt: '2026-11-20T10:00:00Z', validators: null })
  return { ...parts, session, store, freshness, catalogue, heard, file, fill }
}

export type Started = Awaited<ReturnType<typeof startCatalogue>>
