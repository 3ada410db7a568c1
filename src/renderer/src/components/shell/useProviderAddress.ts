/** The provider's address in the sign-in form. The default one needs no field. */
import { computed, ref } from 'vue'
import type { Ref, WritableComputedRef } from 'vue'
import { DEFAULT_BASE_ADDRESS, type Connection } from '../../../../shared/models/connection.ts'

interface ProviderAddress {
  address: WritableComputedRef<string>
  isOther: Ref<boolean>
  provider: WritableComputedRef<'default' | 'other'>
  /** Selects the provider that has this address. */
  setAddress: (baseAddress: string) => void
}

export function useProviderAddress(connection: Ref<Connection>): ProviderAddress {
  const address = computed({
    get: () => connection.value.baseAddress,
    set: (baseAddress) => (connection.value = { ...connection.value, baseAddress })
  })
  const isOther = ref(address.value !== DEFAULT_BASE_ADDRESS)
  /** Returns when the other provider is selected again. */
  let otherAddress = isOther.value ? address.value : ''

  const provider = computed<'default' | 'other'>({
    get: () => (isOther.value ? 'other' : 'default'),
    set(value) {
      if (isOther.value) otherAddress = address.value
      isOther.value = value === 'other'
      address.value = isOther.value ? otherAddress : DEFAULT_BASE_ADDRESS
    }
  })
  function setAddress(baseAddress: string): void {
    isOther.value = baseAddress !== DEFAULT_BASE_ADDRESS
    address.value = baseAddress
  }

  return { address, isOther, provider, setAddress }
}
