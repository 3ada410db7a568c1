/**
 * `portside://invoices/<id>` and `portside://products/<id>`: links from outside, which any web page can open. They show a page
 * of the app and do nothing else. Any other form is ignored. No Electron, so that tests cover every form.
 */

/** Without a colon. */
export const LINK_SCHEME = 'portside'

/** Characters of a link, and of its route. Real ids are far shorter. */
const MAX_LENGTH = 2048

const ROUTES: Partial<Record<string, string>> = { invoices: '/invoices', products: '/catalogue' }

/** @returns the page's route; null for any other link */
export function toRoute(link: string): string | null {
  if (link.length > MAX_LENGTH) return null
  const [, kind = '', encodedId = ''] = /^portside:\/\/(invoices|products)\/([^/?#\\\s]+)$/i.exec(link) ?? []
  const route = ROUTES[kind.toLowerCase()]
  const id = decoded(encodedId)
  // Dots would be a path step. Control characters could change how the route is displayed.
  if (route === undefined || id === null || id === '.' || id === '..' || /[\p{Cc}\p{Cf}\p{Cs}]/u.test(id)) return null
  const fullRoute = `${route}/${encodeURIComponent(id)}`
  return fullRoute.length > MAX_LENGTH ? null : fullRoute
}

/** The link among a launch's arguments, which Chromium may have reordered. */
export const findLink = (argv: readonly string[]): string | null =>
  argv.slice(1).find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)) ?? null

/** Decodes once: a remaining %xx is part of the id. */
function decoded(encodedId: string): string | null {
  try {
    return decodeURIComponent(encodedId) || null
  } catch {
    return null
  }
}
