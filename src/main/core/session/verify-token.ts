/** Whose a pasted token is. */
import { toErrorInfo, AppError } from '../../../shared/ipc/error.ts'
import type { Access, Api } from '../ports/index.ts'
import { isRefusal } from '../is-credential-refused.ts'

/**
 * Proves a pasted token by a call. The document sends an API key to the invoice endpoint only, so a key that the profile
 * refuses may still be good there.
 * @returns the email of the profile, null when nothing says whose token it is
 */
export async function whoseToken(platform: Api, access: Access): Promise<string | null> {
  const refusal = (error: unknown): boolean => isRefusal(toErrorInfo(error))
  try {
    const email = (await platform.profile(access))?.value.email ?? null
    // It becomes the account's name, in menus too: only what is one.
    return email !== null && email.length <= 320 && /^[^\p{C}\s]+@[^\p{C}\s]+$/u.test(email) ? email : null
  } catch (error) {
    if (!refusal(error)) throw error
    try {
      await platform.invoices(access)
      return null
    } catch (second) {
      if (!refusal(second)) throw second
      const { code: _, ...more } = toErrorInfo(second)
      throw new AppError('WRONG_CREDENTIALS', more)
    }
  }
}
