/** A text with the matches of a search marked. A function, because each key renews the texts of all rows. */
import { h } from 'vue'
import type { FunctionalComponent } from 'vue'
import { highlight } from '../../../../shared/i18n/search.ts'

const HighlightedText: FunctionalComponent<{ text: string; /** As it was typed. */ searchText: string }> = ({
  text,
  searchText
}) => {
  const pieces = highlight(text, searchText)
  const nodes = pieces.map((piece) => (piece.hit ? h('mark', piece.text) : piece.text))
  // Texts and marks alternate, so that those of another row take over the same nodes.
  return pieces[0]?.hit ? ['', ...nodes] : nodes
}
HighlightedText.props = ['text', 'searchText']

export default HighlightedText
