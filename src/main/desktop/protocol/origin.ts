/** The page's origin. It has a host, so that "same origin" has a meaning, unlike with file://. */
export const SCHEME = 'app'
export const ORIGIN = `${SCHEME}://portside`
export const START_ADDRESS = `${ORIGIN}/index.html`
