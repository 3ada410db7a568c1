/** Finds the secrets of these tests in whatever form they come back. */
import { inspect } from 'node:util'

/** Base64 of a text somewhere inside another: what it looks like depends on how many bytes stand before it. */
const base64Forms = (secret: string): string[] =>
  [0, 1, 2].map((before) => {
    const whole = Buffer.from('\0'.repeat(before) + secret)
      .toString('base64')
      .replaceAll('=', '')
    // The first and last letters hold bits of the neighbours.
    return whole.slice(before === 0 ? 0 : before + 1, -1)
  })

/** The secrets, and their forms, that are in the text; letters' case makes no difference. */
export function leaks(text: string, secrets: readonly string[]): string[] {
  const low = text.toLowerCase()
  return secrets
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      ...base64Forms(secret)
    ])
    .filter((form) => low.includes(form.toLowerCase()))
}

/** All that can be seen of a thrown thing, hidden members and stacks included. */
export const seen = (thrown: unknown): string => inspect(thrown, { depth: 12, showHidden: true, maxStringLength: null })
