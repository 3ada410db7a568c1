/** Copying what is selected, by keys or the menu. Main copies what could do something where it is pasted. */
import type { Copied } from '../../../shared/models/copied.ts'
import { call } from '../bridge.ts'
import { isTextField } from './palette/shortcuts.ts'

/** What no line or column of the page is made of. */
const CONTROL = /(?![\n\t])[\p{Cc}\u2028\u2029]/u

/** Listens to a document's `copy`. Fields have what the user typed. */
export function copySelection(event: ClipboardEvent): void {
  const selection = (event.currentTarget as Document).getSelection()
  const copied = selection && !isTextField(event.target) ? dangerIn(selection, event.currentTarget as Document) : null
  if (!copied) return
  event.preventDefault()
  void call('app', 'copyText', copied)
}

/** null: Chromium may copy it, with its look. */
function dangerIn(selection: Selection, inside: Document): Copied | null {
  const text = selection.toString()
  const rows = [...inside.querySelectorAll('tr, dd')].filter((row) => selection.containsNode(row, true))
  // Spreadsheets prefer the HTML, where no apostrophe stands.
  if (rows.length > 1) return { rows: text.split('\n').map((line) => line.split('\t')) }
  return CONTROL.test(text) ? { text } : null
}
