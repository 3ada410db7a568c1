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

interface Traces {
  plain: string[]
  exact: string[]
}

/** Traces of the secret. Letters and digits never become the two characters in which base64 and base64url differ. */
function tracesOf(secret: string): Traces {
  const pieces = piecesOf(secret)
  if (pieces.length === 0) throw new Error('Nothing of that can be searched for.')
  return {
    plain: pieces.flatMap((piece) => [piece.toLowerCase(), Buffer.from(piece).toString('hex')]),
    exact: pieces.flatMap(base64Of)
  }
}

interface Form {
  text: string
  lowerCase: string
}

/** UTF-16 read byte by byte has zeros between its letters. */
const formsOf = (text: string): Form[] =>
  (text.includes('\0') ? [text, text.replaceAll('\0', '')] : [text]).map((form) => ({
    text: form,
    lowerCase: form.toLowerCase()
  }))

const include = (forms: readonly Form[], { plain, exact }: Traces): boolean =>
  forms.some(
    ({ text, lowerCase }) =>
      plain.some((trace) => lowerCase.includes(trace)) || exact.some((trace) => text.includes(trace))
  )

/** True if the text contains a piece of the secret. */
export const gives = (text: string, secret: string): boolean => include(formsOf(text), tracesOf(secret))

export function leaks(findings: Findings, secrets: Record<string, string>): string[] {
  const searched = Object.entries(secrets).map(([name, secret]) => ({ name, traces: tracesOf(secret) }))
  return [...findings].flatMap(([place, texts]) => {
    const found = new Set<string>()
    // A place that is read again and again mostly says the same.
    for (const text of new Set(texts)) {
      const forms = formsOf(text)
      for (const { name, traces } of searched) if (!found.has(name) && include(forms, traces)) found.add(name)
    }
    return searched.filter(({ name }) => found.has(name)).map(({ name }) => `${name} in ${place}`)
  })
}
