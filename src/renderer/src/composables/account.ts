/** Follows the account: forgets the data of the former one, and leads to the sign-in or away from it. */
import { onScopeDispose, watch } from 'vue'
import { useRouter } from 'vue-router'
import { useCatalogue } from '../stores/catalogue.ts'
import { useInvoices } from '../stores/invoices.ts'
import { useProfile } from '../stores/profile.ts'
import { useSession } from '../stores/session.ts'
import { whenStale } from '../stores/stale.ts'

/** Call in the setup of the app. */
export function useAccount(): void {
  const router = useRouter()
  const session = useSession()
  const forgets = [useCatalogue().forget, useInvoices().forget, useProfile().clear]

  onScopeDispose(whenStale('sessionChanged', () => void session.load()))
  watch(
    () => session.account?.id ?? null,
    (id) => {
      for (const forget of forgets) forget()
      void router.push({ name: id === null ? 'signIn' : 'catalogue' })
    }
  )
}
