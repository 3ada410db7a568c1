/** Pictures of the sample platform: small SVGs drawn by code, one look per product family and country. */

type Family = 'mobile' | 'residential' | 'isp' | 'datacenter' | 'ipv6' | 'service'

/** Line drawings on a 160 × 100 field, centred on 80,50. */
const DRAWINGS: Record<Family, string> = {
  mobile:
    '<rect x="67" y="26" width="26" height="48" rx="5"/><path d="M76 66h8"/>' +
    '<path d="M104 38a17 17 0 0 1 0 24M112 31a27 27 0 0 1 0 38M56 38a17 17 0 0 0 0 24M48 31a27 27 0 0 0 0 38"/>',
  residential: '<path d="M52 52 80 28l28 24M60 47v26h40V47"/><path d="M73 73V58h14v15"/>',
  isp: '<rect x="50" y="54" width="60" height="18" rx="4"/><path d="M60 63h.1M70 63h.1M80 54V40"/><path d="M68 34a17 17 0 0 1 24 0M61 27a27 27 0 0 1 38 0"/>',
  datacenter:
    '<rect x="54" y="26" width="52" height="14" rx="3"/><rect x="54" y="43" width="52" height="14" rx="3"/>' +
    '<rect x="54" y="60" width="52" height="14" rx="3"/><path d="M62 33h.1M62 50h.1M62 67h.1M90 33h9M90 50h9M90 67h9"/>',
  ipv6:
    '<circle cx="80" cy="50" r="9"/><circle cx="50" cy="32" r="5"/><circle cx="110" cy="32" r="5"/>' +
    '<circle cx="50" cy="68" r="5"/><circle cx="110" cy="68" r="5"/><path d="m54 35 18 10m16 0 18-10M54 65l18-10m16 0 18 10"/>',
  service: '<circle cx="80" cy="50" r="22"/><path d="M80 34v16l11 7"/>'
}

export const IMAGE_FAMILIES = Object.keys(DRAWINGS) as Family[]

/** A hue for the words after the family, so that each country has its own. */
function hueOf(words: string): number {
  let hue = 190
  for (const letter of words) hue = (hue * 7 + letter.charCodeAt(0)) % 360
  return hue
}

function draw(family: Family, hue: number): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100" width="320" height="200" role="img">' +
    `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 34%)"/>` +
    `<stop offset="1" stop-color="hsl(${(hue + 40) % 360} 50% 52%)"/></linearGradient></defs>` +
    '<rect width="160" height="100" fill="url(#g)"/>' +
    '<g fill="none" stroke="#fff" stroke-opacity=".12"><circle cx="80" cy="50" r="44"/><circle cx="80" cy="50" r="66"/></g>' +
    `<g fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${DRAWINGS[family]}</g></svg>`
  )
}

/** Answers `/images/products/<family>-<words>.svg`; null for any other path. */
export function createImages(): (path: string) => Response | null {
  return (path) => {
    const [, family, words] = /^\/images\/products\/([a-z0-9]+)-([a-z0-9-]+)\.svg$/.exec(path) ?? []
    const known = IMAGE_FAMILIES.find((one) => one === family)
    if (!known || words === undefined) return null
    return new Response(draw(known, hueOf(words)), {
      headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' }
    })
  }
}

/** Icons small enough to be sent inside the record: 16 × 16 PNG squares. */
export const DATA_ICONS = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAPklEQVR42mNgoAXgK6n5jw1TpJkoQwhpxmsIsZqxGoJNATrAawghzbgMGc4GkByIFEcjVRISVZIyVTITqQAAR992HGyMilUAAAAASUVORK5CYII=',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAPklEQVR42mNgoAU4kiTwHxumSDNRhhDSjNcQYjVjNQSbAnSA1xBCmnEZMpwNIDkQKY5GqiQkqiRlqmQmUgEA/iCRPPET7U0AAAAASUVORK5CYII='
] as const
