/** `portside://` links, which any web page can open: they only show a page of the app. And links for the user's browser. */
import { shell } from 'electron'
import { AppError } from '../../shared/ipc/error.ts'
import type { Opener } from '../core/ports/index.ts'
import { countOpening } from './opening.ts'

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

/** https only, and no `.invalid` host (RFC 2606). */
export const browser: Opener = {
  async open(address) {
    const url = URL.parse(address)
    const isOpenable =
      url?.protocol === 'https:' && !url.username && !url.password && !/\.invalid\.?$/.test(url.hostname)
    if (!isOpenable) throw new AppError('BAD_REQUEST', { found: 'address' })
    countOpening()
    await shell.openExternal(url.href)
    return url.host
  }
}
