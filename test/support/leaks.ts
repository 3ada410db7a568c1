/** Finds a secret, or a piece of it, in whatever form it may have got somewhere. */

/** What was found where: texts by the name of their place. */
export type Findings = Map<string, string[]>

/** Longest piece that is searched for: twice as much of a secret, from wherever in it, has a whole one. */
const PIECE = 16
/** Shorter ones are words that anybody may write. */
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

/** All that gives the secret away. Letters and digits never become the two signs in which kinds of base64 differ. */
function tracesOf(secret: string): { plain: string[]; exact: string[] } {
  const pieces = piecesOf(secret)
  if (pieces.length === 0) throw new Error('Nothing of that can be searched for.')
  return {
    plain: pieces.flatMap((piece) => [piece.toLowerCase(), Buffer.from(piece).toString('hex')]),
    exact: pieces.flatMap(base64Of)
  }
}

/** Whether a text gives any of the secret away; UTF-16 read byte by byte has zeros between its letters. */
export function gives(text: string, secret: string): boolean {
  const { plain, exact } = tracesOf(secret)
  return [text, text.replaceAll('\0', '')].some((form) => {
    const low = form.toLowerCase()
    return plain.some((trace) => low.includes(trace)) || exact.some((trace) => form.includes(trace))
  })
}

/** The places where a secret was found, each with the secret's name. */
export function leaks(findings: Findings, secrets: Record<string, string>): string[] {
  return [...findings].flatMap(([place, texts]) =>
    Object.entries(secrets)
      .filter(([, secret]) => texts.some((text) => gives(text, secret)))
      .map(([name]) => `${name} in ${place}`)
  )
}
