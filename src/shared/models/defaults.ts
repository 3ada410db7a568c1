/** Values that main and the page share without the schemas, so that zod stays out of the page. */

/** Base address used when the person gives none: the one public platform with this interface. */
export const DEFAULT_BASE_ADDRESS = 'https://api.hypeproxy.io'
