/** What is wrong in a view. The shell shows the gravest remark of all in one strip, and the others behind it. */
import { onBeforeUnmount, onMounted, shallowReactive } from 'vue'
import type { ErrorInfo } from '../../../shared/ipc/error.ts'
import { freshnessOf, type Load } from './data/load.ts'
import { t } from '../i18n.ts'
import { errorText, useShellErrors } from './errorText.ts'

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
  /** The latest fetch failed: its error is shown with its details, beside data of `fetchedAt`. The first action tries again. */
  failed?: { error: ErrorInfo; host: string | null; fetchedAt: string | null }
  /** Without it, the remark stays until it is settled. */
  dismiss?: () => void
}

type AskRemarks = () => readonly Remark[]
const views = shallowReactive<AskRemarks[]>([])

/** Of the view that is mounted and of its parts, the gravest first. */
export const remarksOfView = (): readonly Remark[] =>
  views.flatMap((remarks) => remarks()).toSorted((one, other) => Number(!one.failed) - Number(!other.failed))

/** Data is shown whose latest fetch failed. @param key where a view has several loads */
export function useFailedRemark(
  load: () => Load<unknown>,
  host: () => string | null,
  retry: () => unknown,
  key = 'failed'
): () => Remark[] {
  const shownElsewhere = useShellErrors()
  return () => {
    const shown = load()
    const freshness = freshnessOf(shown)
    const error = freshness?.error
    if (shown.state !== 'ready' || !freshness || !error || shownElsewhere.value.includes(error.code)) return []
    const { sentence, next } = errorText(error, host())
    const failed = { error, host: host(), fetchedAt: freshness.fetchedAt }
    return [
      {
        key,
        sentence,
        next,
        failed,
        actions: [{ label: t('ui.common.tryAgain'), isBusy: freshness.refreshing, run: retry }]
      }
    ]
  }
}

export function provideRemarks(remarks: AskRemarks): void {
  onMounted(() => views.push(remarks))
  // The next view may have mounted already.
  onBeforeUnmount(() => views.splice(views.indexOf(remarks), 1))
}
