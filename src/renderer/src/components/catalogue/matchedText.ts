/** A text with what is searched for marked in it. What marks it is loaded with the first search; until then the text is plain. */
import { h, shallowRef } from 'vue'
import type { Component, FunctionalComponent } from 'vue'

const marked = shallowRef<Component | null>(null)
let asked = false

export const FoundText: FunctionalComponent<{ text: string; sought: string }> = ({ text, sought }) => {
  if (sought === '') return text
  if (!asked) {
    asked = true
    void import('./MarkedText.vue').then((file) => {
      marked.value = file.default
    })
  }
  return marked.value ? h(marked.value, { text, sought }) : text
}
FoundText.props = ['text', 'sought']
