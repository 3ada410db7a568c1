/** What the bench calls of the packages in test/bench/package.json, so that types and lint need none of them installed. */
declare module 'conf' {
  export default class Conf<T extends object> {
    constructor(options: { cwd: string; projectName: string; defaults: T })
    set<Key extends keyof T>(key: Key, value: T[Key]): void
  }
}

declare module 'fuse.js' {
  export default class Fuse<T> {
    constructor(
      items: readonly T[],
      options: { keys: string[]; ignoreLocation: boolean; ignoreDiacritics: boolean; threshold: number }
    )
    search(text: string, options: { limit: number }): unknown[]
  }
}

declare module 'minisearch' {
  export default class MiniSearch<T> {
    constructor(options: {
      fields: (keyof T & string)[]
      processTerm: (term: string) => string
      searchOptions: { prefix: boolean; combineWith: 'AND' }
    })
    addAll(documents: readonly T[]): void
    search(text: string): unknown[]
  }
}

declare module 'primevue/config' {
  import type { Plugin } from 'vue'
  const PrimeVue: Plugin
  export default PrimeVue
}

declare module 'primevue/virtualscroller' {
  const VirtualScroller: new <Row>(props: {
    items: readonly Row[]
    itemSize: number
    scrollHeight: string
    role?: string
  }) => { $props: typeof props; $slots: { item(props: { item: Row }): unknown } }
  export default VirtualScroller
}
