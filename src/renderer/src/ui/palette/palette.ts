/** The command palette and the list of shortcuts: which of them is open, and what was chosen lately. */
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { onAccountChange } from '../../features/accounts/session.ts'

type CommandKind = 'view' | 'action' | 'setting' | 'account' | 'product' | 'invoice'

export interface Command {
  /** Unique among all commands, whatever ids a provider uses. */
  key: string
  kind: CommandKind
  label: string
  /** Of an invoice: its amount. */
  note?: string
  /** Shortcut, as written on a keyboard. */
  keys?: string
  execute: () => unknown
}

/** Choices that are offered again. */
const MOST_RECENT = 5

export const usePalette = defineStore('palette', () => {
  const shown = ref<'commands' | 'shortcuts' | null>(null)
  /** Latest first. In memory only, because it names invoices. */
  const recent = shallowRef<readonly Command[]>([])

  const show = (what: 'commands' | 'shortcuts'): void => {
    // A modal dialog has to be answered first.
    if (!document.querySelector('[data-modal]')) shown.value = what
  }
  const close = (): void => {
    shown.value = null
  }
  const remember = (command: Command): void => {
    const others = recent.value.filter(({ key }) => key !== command.key)
    recent.value = [command, ...others].slice(0, MOST_RECENT)
  }
  onAccountChange(() => {
    recent.value = []
    close()
  })

  return { shown, recent, show, close, remember }
})
