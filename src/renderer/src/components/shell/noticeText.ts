/** Text and actions of a notice about the open account. */
import { keychainProblemOf } from '../../composables/accountText.ts'
import { hostOf, type AccountLine } from '../../../../shared/models/account.ts'
import { formatAge, formatUntil, t } from '../../i18n.ts'
import type { ErrorInfo } from '../../../../shared/ipc/error.ts'
import type { AccountNotice } from '../../stores/notices.ts'

export interface NoticeText {
  sentence: string
  next: string
  /** Offer to sign in again; `first`: as the main action. */
  signIn: 'first' | 'also' | 'no'
  /** Offer to retry the password store. */
  retry: boolean
  dismissable: boolean
}

/** @param now ms since 1970 */
export function noticeText(kind: AccountNotice, { account, keychainError }: AccountLine, now: number): NoticeText {
  const host = hostOf(account) ?? ''
  if (kind === 'ends') {
    const at = account.tokenExpiresAt ?? ''
    const past = new Date(at).getTime() <= now
    return {
      sentence: past
        ? t('notice.ended', { host, when: formatAge(at, now) ?? t('common.age.moment') })
        : t('notice.ends', { host, when: formatUntil(at, now) }),
      next: past ? t('notice.endedNext', { host }) : t('notice.endsNext'),
      signIn: 'also',
      retry: false,
      dismissable: true
    }
  }
  const signInAgain = (reason: 'refused' | 'forgotten' | 'otherOrigin'): NoticeText => ({
    sentence: t(`notice.${reason}`, { host }),
    next: t(`notice.${reason}Next`, { host }),
    signIn: 'first',
    retry: false,
    dismissable: false
  })
  if (kind === 'refused' || kind === 'forgotten') return signInAgain(kind)
  if (kind === 'unavailable' && keychainError?.found === 'otherOrigin') return signInAgain('otherOrigin')
  const store = storeOf(keychainError)
  // The password store is open but refused the entry.
  const open = store === 'refused' || store === 'changed'
  return {
    sentence: kind === 'untilQuit' && !open ? t('notice.untilQuit') : t(`notice.store.${store}`),
    next: t(`notice.${kind}Next.${store}`),
    signIn: kind === 'untilQuit' ? 'no' : store === 'changed' ? 'first' : 'also',
    retry: true,
    dismissable: kind === 'untilQuit'
  }
}

/** What is wrong with the password store, as exactly as known. */
function storeOf(keychainError: ErrorInfo | null) {
  const kind = keychainProblemOf(keychainError) ?? 'missing'
  const found = keychainError?.found
  return kind === 'missing' && (found === 'noLibrary' || found === 'noBus' || found === 'noService') ? found : kind
}
