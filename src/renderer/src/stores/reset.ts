/** Resets a store's data when another account opens, or none. */
import { watch } from 'vue'
import { useSession } from './session.ts'

/** Call in the setup of a store. @param forget receives whether an account is open */
export function onOtherAccount(forget: (signedIn: boolean) => void): void {
  const session = useSession()
  watch(
    () => session.account?.id ?? null,
    (id) => forget(id !== null)
  )
}
