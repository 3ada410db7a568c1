/** The sections on the settings page: which one is current, which ones a search finds, and links to them and their parts. */
import { useMutationObserver } from '@vueuse/core'
import { computed, onBeforeUnmount, onMounted, ref, shallowRef, watch, type Ref } from 'vue'
import { findWord, highlight, typedWords } from '../../../../shared/i18n/search.ts'

interface SectionEntry {
  name: string
  title: string
  element: HTMLElement
}

/** px below the upper edge at which a section counts as reached. */
const REACHED = 64
/** Of the CSS highlight, in base.css. */
const HIGHLIGHT = 'search-hit'

function textNodes(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
}

function hitRanges(node: Text, query: string): Range[] {
  const ranges: Range[] = []
  let at = 0
  for (const { text, hit } of highlight(node.data, query)) {
    const range = new Range()
    range.setStart(node, at)
    range.setEnd(node, (at += text.length))
    if (hit) ranges.push(range)
  }
  return ranges
}

/** @param scroller contains the sections; they are read from the page, because settings come and go with others */
export function useSettingsSections(scroller: Readonly<Ref<HTMLElement | null>>, query: Readonly<Ref<string>>) {
  const found = shallowRef<readonly SectionEntry[]>([])
  const reached = ref('')
  /** Where `scrollToSection` left a section, or a part of one: near the end, it can't reach the upper edge. */
  let shown: { name: string; element: HTMLElement; top: number } | null = null
  /** A section to focus that isn't in the page yet. */
  let awaited: string | null = null
  const current = computed(() => found.value.find(({ name }) => name === reached.value) ?? found.value[0])

  function search(): void {
    const words = typedWords(query.value)
    const hits: Range[] = []
    const entries: SectionEntry[] = []
    for (const element of elements()) {
      if (sectionAround(element)) continue
      const nodes = textNodes(element)
      const text = nodes.map(({ data }) => data).join(' ')
      element.hidden = !words.every((word) => findWord(text, word) >= 0)
      if (element.hidden) continue
      hits.push(...nodes.flatMap((node) => hitRanges(node, query.value)))
      const title = element.querySelector('h2')?.textContent ?? ''
      entries.push({ name: element.dataset['section'] ?? '', title, element })
    }
    found.value = entries
    CSS.highlights.set(HIGHLIGHT, new Highlight(...hits))
    if (awaited !== null && isFound(awaited)) focusSection(awaited)
    // The parts above and below it load one by one. Afterwards it would be elsewhere.
    else if (shown && isShown() && document.activeElement === headingOf(shown.element)) scrollToSection(shown.name)
  }
  const elements = (): HTMLElement[] => [...(scroller.value?.querySelectorAll<HTMLElement>('[data-section]') ?? [])]
  const elementOf = (name: string): HTMLElement | undefined =>
    elements().find((element) => element.dataset['section'] === name)
  const sectionAround = (element: HTMLElement): HTMLElement | null =>
    element.parentElement?.closest<HTMLElement>('[data-section]') ?? null
  const headingOf = (element: HTMLElement): HTMLElement | null => element.querySelector('h2, h3')
  const isShown = (): boolean => shown !== null && Math.abs(shown.element.getBoundingClientRect().top - shown.top) < 1
  function isFound(name: string): boolean {
    const element = elementOf(name)
    return element !== undefined && !(sectionAround(element) ?? element).hidden
  }

  function follow(): void {
    const box = scroller.value
    if (!box || isShown()) return
    shown = null
    const line = box.getBoundingClientRect().top + REACHED
    const isAtEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1
    const passed = found.value.filter(({ element }) => element.getBoundingClientRect().top <= line)
    reached.value = (isAtEnd ? found.value : passed).at(-1)?.name ?? ''
  }
  function scrollToSection(name: string): void {
    awaited = null
    const element = isFound(name) ? elementOf(name) : undefined
    shown = null
    if (!element) return
    reached.value = (sectionAround(element) ?? element).dataset['section'] ?? ''
    const fold = element.closest('details')
    if (fold) fold.open = true
    element.scrollIntoView({ block: 'start' })
    shown = { name, element, top: element.getBoundingClientRect().top }
  }
  /** Also moves the focus there: at once, or when the section's code has loaded. */
  function focusSection(name: string): void {
    scrollToSection(name)
    if (shown) headingOf(shown.element)?.focus({ preventScroll: true })
    else awaited = name
  }

  onMounted(search)
  watch(
    query,
    () => {
      awaited = null
      search()
    },
    { flush: 'post' }
  )
  useMutationObserver(scroller, search, { childList: true, characterData: true, subtree: true })
  onBeforeUnmount(() => CSS.highlights.delete(HIGHLIGHT))

  return { found, current, follow, scrollToSection, focusSection }
}
