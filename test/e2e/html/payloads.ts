/**
 * Hostile HTML, made rather than collected: handlers × tags, places of addresses × schemes × ways to write them, and everything
 * nested in everything that parsers of HTML, SVG and MathML see differently.
 */
import { addresses } from './addresses.ts'
import { handlers } from './handlers.ts'
import { clobberings, flattened, nestings } from './nestings.ts'

/** What a payload runs, when it can: no quotes and no blanks, so that it fits wherever it is put. */
export const RUN = 'parent.ran=1'

/** @param address one that nobody asks for but a payload; it ends in `hit` */
export const payloads = (address: string): string[] => [
  ...new Set([...handlers(RUN), ...addresses(RUN, address), ...nestings(RUN), ...clobberings(RUN)])
]

/** These take in everything behind them, or are as long as a description may be: each has to stand alone. */
export const greedy = (address: string): string[] => {
  const bite = `<img src=x: onerror=${RUN}><img src="${address}">`
  return [
    ...flattened(RUN),
    `<plaintext>${bite}`,
    `<svg><desc><plaintext>${bite}</desc></svg>${bite}`,
    `<math><mtext><plaintext>${bite}</plaintext></mtext></math>`,
    `<table><plaintext>${bite}`,
    `<frameset onload=${RUN}><frame src="javascript:${RUN}"><frame src="${address}"></frameset>`,
    `${'<div>'.repeat(2000)}${bite}`,
    `${'<svg><desc>'.repeat(700)}<style><img title="</style>${bite}">`,
    `${'<table><tr><td>'.repeat(500)}<math><mtext>${bite}`,
    `<p ${Array.from({ length: 90 }, (_, at) => `a${at}=1`).join(' ')} onclick=${RUN}>${bite}`
  ]
}

/** Ends whatever a payload left open. */
const END =
  '"\'>-->]]></style></script></title></textarea></xmp></noscript></noembed></noframes></iframe></template></option></select></object></applet></video></audio></marquee></button></form></table></mglyph></malignmark></a></a></desc></foreignObject></title></mtext></mi></mo></mn></ms></annotation-xml></svg></math><hr>'

export function batches(all: readonly string[], size: number): { html: string; first: string; last: string }[] {
  const made = []
  for (let at = 0; at < all.length; at += size) {
    const [first, last] = [`begins-${at}`, `ends-${at}`]
    const inside = all.slice(at, at + size).join(END)
    made.push({ html: `<p>${first}</p>${inside}${END}<p>${last}</p>`, first, last })
  }
  return made
}
