/** The page's own origin. A name of ours with a host, so that "same origin" means something (unlike file://). */
export const SCHEME = 'app'
export const ORIGIN = `${SCHEME}://portside`
export const START_ADDRESS = `${ORIGIN}/index.html`
