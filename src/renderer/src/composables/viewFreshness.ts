/** How fresh the data of the view on screen is: of the catalogue, the invoices or the profile. */
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useRoute } from 'vue-router'
import type { Freshness } from '../../../shared/model/freshness.ts'
import { useCatalogue } from '../stores/catalogue.ts'
import { useInvoices } from '../stores/invoices.ts'
import { useProfile } from '../stores/profile.ts'

export function useViewFreshness(): ComputedRef<Freshness | null> {
  const route = useRoute()
  const catalogue = useCatalogue()
  const invoices = useInvoices()
  const profile = useProfile()
  return computed(() => {
    const path = route.path
    const load = path.startsWith('/invoices')
      ? invoices.load
      : path.startsWith('/profile')
        ? profile.load
        : catalogue.load
    return load.state === 'ready' || load.state === 'error' ? load.freshness : null
  })
}
