/** The base URL as it is typed. */
import { hasMistypedScheme, isHost, isLoopback, LONGEST_ADDRESS } from '../../../../../shared/models/connection.ts'
import { withoutInvisible } from '../../../../../shared/models/pasted-text.ts'

/** Adds a missing scheme and removes trailing slashes; main normalises again. */
export function completeAddress(typed: string): string {
  const text = withoutInvisible(typed).trim()
  const whole =
    text === '' || hasMistypedScheme(text) || /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`
  return whole.replace(/\/+$/, '')
}

/** Why the address can't be used, by the rules of main/provider/api/security/url-rules.ts, or null. */
export function addressProblem(typed: string): 'addressMissing' | 'address' | 'scheme' | 'insecure' | null {
  const text = completeAddress(typed)
  if (text === '') return 'addressMissing'
  // The URL parser silently repairs spaces and backslashes: credentials could go to an unintended host.
  if (text.length > LONGEST_ADDRESS || /[\s\\\p{Cc}]/u.test(text)) return 'address'
  if (hasMistypedScheme(text)) return 'scheme'
  const url = URL.parse(text)
  if (!url || !isHost(url.hostname) || url.username !== '' || url.password !== '') return 'address'
  if (url.protocol === 'https:') return null
  if (url.protocol !== 'http:') return 'address'
  return isLoopback(url.hostname) ? null : 'insecure'
}
