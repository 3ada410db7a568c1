/** The provider's address in the sign-in form. The default one needs no field. */
import { computed, ref } from 'vue'
import type { Ref, WritableComputedRef } from 'vue'
import type { Connection } from '../../../../shared/models/connection.ts'
import { BUILT_IN, DEFAULT_PROVIDER } from '../../../../shared/providers/built-in.ts'

const DEFAULT_BASE_URL = BUILT_IN[DEFAULT_PROVIDER].baseUrl ?? ''

interface ProviderAddress {
  address: WritableComputedRef<string>
  isOther: Ref<boolean>
  provider: WritableComputedRef<'default' | 'other'>
  /** Selects the provider that has this address. */
  setAddress: (baseUrl: string) => void
}

export function useProviderAddress(connection: Ref<Connection>): ProviderAddress {
  const address = computed({
    get: () => connection.value.baseUrl,
    set: (baseUrl) => (connection.value = { ...connection.value, baseUrl })
  })
  const isOther = ref(address.value !== DEFAULT_BASE_URL)
  /** Returns when the other provider is selected again. */
  let otherAddress = isOther.value ? address.value : ''

  const provider = computed<'default' | 'other'>({
    get: () => (isOther.value ? 'other' : 'default'),
    set(value) {
      if (isOther.value) otherAddress = address.value
      isOther.value = value === 'other'
      address.value = isOther.value ? otherAddress : DEFAULT_BASE_URL
    }
  })
  function setAddress(baseUrl: string): void {
    isOther.value = baseUrl !== DEFAULT_BASE_URL
    address.value = baseUrl
  }

  return { address, isOther, provider, setAddress }
}
