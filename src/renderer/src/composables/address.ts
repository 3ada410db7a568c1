/** What a person typed as the platform's base address. */
import { isLoopback } from '../../../shared/model/address.ts'

export type AddressProblem = 'addressMissing' | 'address' | 'insecure'

/** The address with a scheme and without what is left over at its end; main checks and normalises it again. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  const whole = text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return whole.replace(/\/+$/, '')
}

/** Why the address can't be used, or null. */
export function addressProblem(typed: string): AddressProblem | null {
  const text = completeAddress(typed)
  if (text === '') return 'addressMissing'
  if (!URL.canParse(text)) return 'address'
  const { protocol, hostname } = new URL(text)
  if (protocol === 'https:') return null
  if (protocol !== 'http:') return 'address'
  return isLoopback(hostname) ? null : 'insecure'
}
