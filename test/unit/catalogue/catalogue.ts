/** Core's catalogue over in-memory stand-ins, of an account that is signed in: `account`, also when another one is shown. */
import { vi } from 'vitest'
import { Catalogue } from '../../../src/main/catalogue/catalogue.ts'
import type { ProductRecord } from '../../../src/main/ports/index.ts'
import { launchCore, signIn } from '../app/launch.ts'

export async function startCatalogue() {
  const core = launchCore()
  await signIn(core.accounts)
  const revalidate = vi.spyOn(core.account.rounds, 'revalidate')
  const catalogue = new Catalogue(core.parts)
  /** The catalogue's file of the account that was signed in first. */
  const file = core.storageOf('id-1').catalogue
  const fill = (...records: ProductRecord[]): void =>
    file.fill(records, { fetchedAt: '2026-11-20T10:00:00Z', validators: null })
  return { ...core, catalogue, revalidate, file, fill }
}

export type Started = Awaited<ReturnType<typeof startCatalogue>>
