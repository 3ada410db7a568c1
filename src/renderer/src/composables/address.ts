/** Checks a typed base address by main's rules (main/api/security/base-url.ts). */
import { isLoopback, LONGEST_ADDRESS } from '../../../shared/models/connection.ts'

export type AddressProblem = 'addressMissing' | 'address' | 'insecure'

/** Adds a missing scheme and removes trailing slashes; main normalises again. */
export function completeAddress(typed: string): string {
  const text = typed.trim()
  const whole = text === '' || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return whole.replace(/\/+$/, '')
}

/** Why the address can't be used, or null. */
export function addressProblem(typed: string): AddressProblem | null {
  const text = completeAddress(typed)
  if (text === '') return 'addressMissing'
  // The URL parser silently repairs spaces and backslashes: credentials could go to an unintended host.
  if (text.length > LONGEST_ADDRESS || /[\s\\\p{Cc}]/u.test(text)) return 'address'
  const url = URL.parse(text)
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') return 'address'
  if (url.protocol === 'https:') return null
  if (url.protocol !== 'http:') return 'address'
  return isLoopback(url.hostname) ? null : 'insecure'
}
