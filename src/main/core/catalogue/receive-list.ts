/** Streams a product list from the provider into storage, and its progress. */
import { AppError } from '../../../shared/ipc/error.ts'
import type { ProviderSort } from '../../../shared/models/product.ts'
import type {
  Access,
  AccountStorage,
  Api,
  CatalogueIntake,
  Clock,
  ListIntake,
  Publisher,
  Validators
} from '../ports/index.ts'
import type { Progress } from '../../../shared/models/freshness.ts'
import { Throttle } from '../../concurrency.ts'

export interface ListParts {
  api: Api
  access: Access
  storage: AccountStorage
  signal: AbortSignal
  query?: ProviderSort
  known?: Validators | null
  gauge: Gauge
}

type ListAnswer = NonNullable<Awaited<ReturnType<Api['products']>>>

/** After an error nothing of the list is stored. @returns false if the provider answers that nothing has changed */
export async function receiveList(
  { api, access, storage, signal, query, known = null, gauge }: ListParts,
  keep: (intake: CatalogueIntake, answer: ListAnswer) => Promise<unknown>
): Promise<boolean> {
  const intake = storage.catalogue.intake({ signal, onProgress: (products) => gauge.set({ products }) })
  try {
    const answer = await api.products(access, query ?? {}, { signal, known }, counted(intake, gauge))
    if (signal.aborted) throw new AppError('CANCELLED')
    if (answer === null) await intake.discard()
    else await keep(intake, answer)
    return answer !== null
  } catch (error) {
    // If discarding fails too, the first error says more.
    await Promise.allSettled([intake.discard()])
    throw error
  }
}

function counted(intake: ListIntake, gauge: Gauge): ListIntake {
  let bytes = 0
  return {
    begin(reading) {
      bytes = 0
      gauge.set({ phase: 'asking', bytes, products: 0 })
      intake.begin(reading)
    },
    take(piece) {
      // Read now: a transferred buffer has length 0.
      bytes += piece.byteLength
      gauge.set({ phase: 'arriving', bytes })
      return intake.take(piece)
    },
    async end() {
      const arrival = await intake.end()
      gauge.set({ phase: 'storing' })
      return arrival
    }
  }
}

/** Progress of one run. It has no effect once a newer run has started. */
export type Gauge = ReturnType<ProgressBoard['begin']>
export type ProgressBoard = ReturnType<typeof createProgress>

export function createProgress(clock: Clock, publisher: Publisher) {
  let current: Progress | null = null
  const throttle = new Throttle(clock, () => publisher.publish('progressChanged'))

  const end = (which: Progress | null): void => {
    if (which === null || current !== which) return
    current = null
    throttle.sendNow()
  }

  return {
    now: (): Progress | null => current && { ...current },
    begin() {
      const mine: Progress = { phase: 'asking', bytes: 0, products: 0 }
      current = mine
      throttle.sendNow()
      return {
        set(change: Partial<Progress>): void {
          if (current !== mine) return
          Object.assign(mine, change)
          throttle.sendSoon()
        },
        end: (): void => end(mine)
      }
    },
    clear: (): void => end(current)
  }
}
