/** A product list, from the platform into the catalogue's intake, and then whatever is to be done with it. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { ProviderSort } from '../../../shared/models/product.ts'
import type { Access, AccountStorage, CatalogueIntake, Api, Validators } from '../ports/index.ts'
import { counted, type Gauge } from './progress.ts'

export interface ListParts {
  platform: Api
  access: Access
  cache: AccountStorage
  /** Nothing is kept from then on. */
  signal: AbortSignal
  query?: ProviderSort
  known?: Validators | null
  gauge?: Gauge
}

/**
 * @param keep ends the intake by storing what is in it
 * @returns false: the platform says that nothing has changed
 * @throws CANCELLED after the signal, and as Api and CatalogueIntake do; nothing of the list is left then
 */
export async function takeList(
  { platform, access, cache, signal, query, known = null, gauge }: ListParts,
  keep: (intake: CatalogueIntake, validators: Validators | null) => Promise<unknown>
): Promise<boolean> {
  const intake = cache.catalogue.intake({ signal, onProgress: (products) => gauge?.set({ products }) })
  try {
    const into = gauge ? counted(intake, gauge) : intake
    const answer = await platform.products(access, query ?? {}, { signal, known }, into)
    if (signal.aborted) throw new AppError('CANCELLED')
    if (answer === null) await intake.discard()
    else await keep(intake, answer.validators)
    return answer !== null
  } catch (error) {
    // Should even that fail, what went wrong first says more.
    await Promise.allSettled([intake.discard()])
    throw error
  }
}
