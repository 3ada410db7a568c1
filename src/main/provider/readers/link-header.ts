/** The `Link` header of a reply (RFC 8288): `<https://api.example/v1/invoices?page=2>; rel="next", <…>; rel="prev"`. */

/** @returns targets of the links with the relation "next". Each character is read once. */
export function nextLinksIn(header: string): string[] {
  const targets: string[] = []
  for (let at = header.indexOf('<'); at >= 0;) {
    const close = header.indexOf('>', at)
    if (close < 0) break
    const { parameters, end } = parametersAt(header, close + 1)
    // With an anchor, the link belongs to something other than the requested list.
    const isNext = relOf(parameters.get('rel')).split(/\s+/).includes('next')
    if (isNext && !parameters.has('anchor')) targets.push(header.slice(at + 1, close).trim())
    at = header.indexOf('<', end)
  }
  return targets
}

/** Some write it in single quotes. */
const relOf = (rel = ''): string => rel.toLowerCase().replace(/^'|'$/g, '')

/** `;name=value` and `;name="value"`, up to the comma before the next link. Of a repeated name, the first counts. */
function parametersAt(header: string, start: number): { parameters: Map<string, string>; end: number } {
  const parameters = new Map<string, string>()
  let name: string | null = null
  let text = ''
  const keep = (): void => {
    const key = (name ?? text).trim().toLowerCase()
    if (key !== '' && !parameters.has(key)) parameters.set(key, name === null ? '' : text.trim())
    name = null
    text = ''
  }
  let at = start
  for (let isQuoted = false; at < header.length; at += 1) {
    const sign = header.charAt(at)
    if (isQuoted && sign === '\\') text += header.charAt((at += 1))
    else if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) text += sign
    else if (sign === ',') break
    else if (sign === ';') keep()
    else if (sign === '=' && name === null) {
      name = text
      text = ''
    } else text += sign
  }
  keep()
  return { parameters, end: at }
}
