/** What is wrong in a view. The shell shows the gravest remark of all in one strip, and the others behind it. */
import { onBeforeUnmount, onMounted, shallowReactive } from 'vue'

export interface RemarkAction {
  label: string
  /** For screen readers, where several remarks offer the same. */
  name?: string
  isMain?: boolean
  isBusy?: boolean
  run: () => unknown
}

export interface Remark {
  key: string
  sentence: string
  /** What it means, or what helps. */
  next: string
  /** The first is the next step. */
  actions: readonly RemarkAction[]
  /** What the latest action ended with. */
  outcome?: string
  /** Without it, the remark stays until it is settled. */
  dismiss?: () => void
}

type AskRemarks = () => readonly Remark[]
const views = shallowReactive<AskRemarks[]>([])

/** Of the view that is mounted, the gravest first. */
export const remarksOfView = (): readonly Remark[] => views.at(-1)?.() ?? []

export function provideRemarks(remarks: AskRemarks): void {
  onMounted(() => views.push(remarks))
  // The next view may have mounted already.
  onBeforeUnmount(() => views.splice(views.indexOf(remarks), 1))
}
