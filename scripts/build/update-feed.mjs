/** Where the built app looks for new versions (docs/releasing.md, "Updates"). */

const isLoopback = ({ protocol, hostname }) => protocol === 'http:' && /^(127\.0\.0\.1|\[::1\])$/.test(hostname)

/**
 * @param {Record<string, string | undefined>} env
 * @returns {{ url: string, page: string, publisher: string | null } | null} null without PORTSIDE_UPDATE_FEED: the app then never looks
 * @throws for an address that can't be one
 */
export function readUpdateFeed(env) {
  const { PORTSIDE_UPDATE_FEED, PORTSIDE_UPDATE_PAGE, PORTSIDE_UPDATE_PUBLISHER } = env
  if (!PORTSIDE_UPDATE_FEED) return null
  const url = new URL(PORTSIDE_UPDATE_FEED)
  const isPlain = !url.username && !url.password && !url.search && !url.hash && url.pathname.endsWith('/')
  if (!isPlain || (url.protocol !== 'https:' && !isLoopback(url))) {
    throw new Error('PORTSIDE_UPDATE_FEED has to be an https address of a folder, with a slash at its end.')
  }
  const page = new URL(PORTSIDE_UPDATE_PAGE || url.href)
  if (page.protocol !== 'https:' && !isLoopback(page))
    throw new Error('PORTSIDE_UPDATE_PAGE has to be an https address.')
  return { url: url.href, page: page.href, publisher: PORTSIDE_UPDATE_PUBLISHER || null }
}
