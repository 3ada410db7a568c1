/** What a person typed as the platform's base address; judged as main judges it (main/api/security/base-url.ts). */
import { isLoopback } from '../../../shared/models/address.ts'
import { LONGEST_ADDRESS } from '../../../shared/models/connection-rules.ts'

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
  // The URL parser mends spaces and backslashes in silence; what was meant is then a guess, and credentials go there.
  if (text.length > LONGEST_ADDRESS || /[\s\\\p{Cc}]/u.test(text)) return 'address'
  const url = URL.parse(text)
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return 'address'
  if (url.protocol === 'https:') return null
  if (url.protocol !== 'http:') return 'address'
  return isLoopback(url.hostname) ? null : 'insecure'
}
