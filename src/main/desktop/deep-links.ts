/** `portside://` links, which any web page can open: they only show a page of the app. */
export const LINK_SCHEME = 'portside'

/** Characters of a link, and of its route. Real ids are far shorter. */
const MAX_LENGTH = 2048

const ROUTES: Partial<Record<string, string>> = { invoices: '/invoices', products: '/catalogue' }

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
export const findLaunchLink = (argv: readonly string[]): string | null =>
  argv.slice(1).find((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)) ?? null

/** Decodes once: a remaining %xx is part of the id. */
function decoded(encodedId: string): string | null {
  try {
    return decodeURIComponent(encodedId) || null
  } catch {
    return null
  }
}
