/** Whether the provider accepts a credential: asks the calls that its definition has. */
import { AppError, toErrorInfo } from '../../../shared/ipc/error.ts'
import type { ProfileView } from '../../../shared/models/profile.ts'
import { definitionOf } from '../../../shared/providers/definition.ts'
import type { Access, Api, Ask } from '../../ports/index.ts'
import { isCredentialRejected } from '../account-records.ts'

export type ProofCalls = Pick<Api, 'profile' | 'invoices' | 'plans' | 'probeProducts'>

/**
 * Some API keys are valid for invoices only, so one accepted call is enough.
 * @returns the profile, if it was the one that proved it
 * @throws the error of the last call if all are rejected; BAD_REQUEST (found 'noCalls')
 */
export async function proveCredential(
  api: ProofCalls,
  access: Access,
  ask: Pick<Ask, 'signal' | 'once'> = {}
): Promise<ProfileView | null> {
  const { profile, invoices, plans, subscription, products } = definitionOf(access.connection)
  const once = { ...ask, once: true }
  const calls: (() => Promise<ProfileView | null>)[] = []
  if (profile) calls.push(async () => (await api.profile(access, ask))?.value ?? null)
  if (invoices) calls.push(() => api.invoices(access, once).then(() => null))
  if ((plans ?? subscription) && calls.length === 0) {
    // A key that may read the plans may lack the right to the subscription.
    calls.push(() => api.plans(access, { ...once, only: plans ? 'plans' : 'subscription' }).then(() => null))
  }
  // A product list may be public and accept any key, so it counts only where nothing else can be asked.
  if (products && calls.length === 0) calls.push(() => api.probeProducts(access, ask.signal).then(() => null))
  let rejection: unknown = new AppError('BAD_REQUEST', { found: 'noCalls' })
  for (const call of calls) {
    try {
      return await call()
    } catch (error) {
      if (!isCredentialRejected(toErrorInfo(error))) throw error
      rejection = error
    }
  }
  throw rejection
}
