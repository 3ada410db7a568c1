/** For tests that talk to a real keychain. */

/**
 * Fails, rather than skips, where there is no store that a test may use: on Linux the user's own keyring would be
 * opened, and what the tests prove about tokens would be proven nowhere.
 */
export function requireKeyring(): void {
  if (process.env['PORTSIDE_KEYRING'] !== undefined) return
  throw new Error(
    'This test needs a password store of its own. Run it as: node scripts/with-keyring.mjs -- <test command>'
  )
}
