/** Addresses, as far as main and the page judge them alike; without schemas, so that zod stays out of the page. */

/** True for names and addresses that never leave this computer. `hostname` as in URL: lower case, IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name)
}
