/** What a store holds of an account goes when another one, or none, takes its place. */
import { watch } from 'vue'
import { useSession } from './session.ts'

/** Call in the setup of a store. @param forget is told whether there is an account now */
export function onOtherAccount(forget: (signedIn: boolean) => void): void {
  const session = useSession()
  watch(
    () => session.account?.id ?? null,
    (id) => forget(id !== null)
  )
}
