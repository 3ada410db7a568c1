import { limitLayout } from '../../../src/renderer/src/features/catalogue/description/limitLayout.ts'
import { sanitise } from '../../../src/renderer/src/features/catalogue/description/sanitise.ts'
import { truncateHtml } from '../../../src/renderer/src/features/catalogue/description/truncateHtml.ts'

/** Shows a description as the product page does it, and lays it out. */
export function show(html: string, frame: HTMLIFrameElement): void {
  const content = sanitise(truncateHtml(html).html)
  limitLayout(content)
  const body = frame.contentDocument?.body
  body?.replaceChildren(body.ownerDocument.importNode(content, true))
  body?.getBoundingClientRect()
}
