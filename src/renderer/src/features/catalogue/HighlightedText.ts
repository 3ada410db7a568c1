/** A text with the matches of a search marked. A functional component, because each key renders those of all rows again. */
import { h } from 'vue'
import type { FunctionalComponent } from 'vue'
import { highlight } from '../../../../shared/i18n/search.ts'

const HighlightedText: FunctionalComponent<{ text: string; /** As it was typed. */ searchText: string }> = ({
  text,
  searchText
}) => {
  const pieces = highlight(text, searchText)
  const nodes = pieces.map((piece) => (piece.hit ? h('mark', piece.text) : piece.text))
  // Text and marks alternate. Vue patches children without keys by their place, so with text first the elements stay.
  return pieces[0]?.hit ? ['', ...nodes] : nodes
}
HighlightedText.props = ['text', 'searchText']

export default HighlightedText
