/** Finds a secret, or a piece of it, in plain, hex and base64 form. */

/** Texts by the name of the place that has them. */
export type Findings = Map<string, string[]>

/** Longest piece to search for. Any part of a secret twice as long contains a whole piece. */
const PIECE = 16
/** Shorter pieces are ordinary words. */
const SHORTEST = 8

/** The secret's runs of letters and digits, which stay as they are in JSON, HTML and addresses. */
const piecesOf = (secret: string): string[] =>
  (secret.match(/[a-z0-9]+/gi) ?? [])
    .flatMap((run) => run.match(new RegExp(`.{1,${PIECE}}`, 'g')) ?? [])
    .filter((piece) => piece.length >= SHORTEST)

/** Base64 by how many bytes stand before it, without the letters that hold bits of its neighbours. */
const base64Of = (piece: string): string[] =>
  [0, 1, 2].map((before) => {
    const bytes = Buffer.from('\0'.repeat(before) + piece)
    return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })

/** Traces of the secret. Letters and digits never become the two characters in which base64 and base64url differ. */
function tracesOf(secret: string): { plain: string[]; exact: string[] } {
  const pieces = piecesOf(secret)
  if (pieces.length === 0) throw new Error('Nothing of that can be searched for.')
  return {
    plain: pieces.flatMap((piece) => [piece.toLowerCase(), Buffer.from(piece).toString('hex')]),
    exact: pieces.flatMap(base64Of)
  }
}

/** True if the text contains a piece of the secret. UTF-16 read byte by byte has zeros between its letters. */
export function gives(text: string, secret: string): boolean {
  const { plain, exact } = tracesOf(secret)
  return [text, text.replaceAll('\0', '')].some((form) => {
    const low = form.toLowerCase()
    return plain.some((trace) => low.includes(trace)) || exact.some((trace) => form.includes(trace))
  })
}

export function leaks(findings: Findings, secrets: Record<string, string>): string[] {
  return [...findings].flatMap(([place, texts]) =>
    Object.entries(secrets)
      .filter(([, secret]) => texts.some((text) => gives(text, secret)))
      .map(([name]) => `${name} in ${place}`)
  )
}
