/**
 * `portside://invoices/<id>` and `portside://products/<id>`: links from elsewhere, which any web page can name. They lead to a
 * page of the app and do nothing; whatever isn't exactly of that form leads nowhere. No Electron in it, so that every shape can
 * be tested.
 */

/** Without colon, as the systems' lists of protocols have it. */
export const LINK_SCHEME = 'portside'

/** Of a whole link, and of the route it leads to, in characters; ids are as long as platforms make them, and none is near that. */
const LONGEST = 2048

const ROUTES: Partial<Record<string, string>> = { invoices: '/invoices', products: '/catalogue' }

/** @returns the page's route; null for anything that is no such link */
export function routeOf(link: string): string | null {
  if (link.length > LONGEST) return null
  const [, place = '', written = ''] = /^portside:\/\/(invoices|products)\/([^/?#\\\s]+)$/i.exec(link) ?? []
  const route = ROUTES[place.toLowerCase()]
  const id = decoded(written)
  // A dot, or two of them, would be a step in a path.
  if (route === undefined || id === null || id === '.' || id === '..' || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(id)) return null
  const whole = `${route}/${encodeURIComponent(id)}`
  return whole.length > LONGEST ? null : whole
}

/** The link that the system has put among a launch's arguments, which Chromium may have reordered and added to. */
export const linkAmong = (argv: readonly string[]): string | null =>
  argv.slice(1).find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)) ?? null

/** Once: what is still written as %xx then is part of the id. */
function decoded(written: string): string | null {
  try {
    return decodeURIComponent(written) || null
  } catch {
    return null
  }
}
