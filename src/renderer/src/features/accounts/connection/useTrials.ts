/** Tries a definition's endpoints while it is edited: after a pause in typing, and only at an address that was entered whole. */
import { computed, onScopeDispose, shallowReactive, watch } from 'vue'
import type { ErrorInfo } from '../../../../../shared/ipc/error.ts'
import type { Connection } from '../../../../../shared/models/connection.ts'
import { TRIAL_ENDPOINTS, type ProviderTrial, type TrialEndpoint } from '../../../../../shared/models/provider-trial.ts'
import { hasPlaceholder, type ProviderDefinition } from '../../../../../shared/models/provider.ts'
import { definitionOf, READ_BY } from '../../../../../shared/providers/definition.ts'
import { call, errorFrom } from '../../../bridge.ts'
import { useSession } from '../session.ts'

export interface CallTrial {
  busy: boolean
  trial: ProviderTrial | null
  /** Why there was no trial. The provider's own error is the trial's. */
  error: ErrorInfo | null
}

const untried = (): CallTrial => shallowReactive({ busy: false, trial: null, error: null })

interface Trying {
  connection: Connection
  /** null: the shown account's. */
  token: string | null
}

export const PAUSE_MS = 800

/** The parts of a definition that an endpoint's request, and the reading of its reply, depend on. */
function partsFor(endpoint: TrialEndpoint, definition: ProviderDefinition): readonly (keyof ProviderDefinition)[] {
  const needsUserId = hasPlaceholder(definition[endpoint]?.path ?? '', '{userId}')
  const ofUserId = needsUserId ? (['profile', 'profileFields'] as const) : []
  return [
    'baseUrl',
    'authorization',
    'timeoutSeconds',
    endpoint,
    ...READ_BY[endpoint === 'subscription' ? 'plans' : endpoint],
    ...ofUserId
  ]
}

/** @param trying null while nothing can be tried */
export function useTrials(trying: () => Trying | null) {
  const trials = shallowReactive<Record<TrialEndpoint, CallTrial>>({
    profile: untried(),
    products: untried(),
    invoices: untried(),
    plans: untried(),
    subscription: untried()
  })
  /** What was tried last, as JSON. */
  const tried = new Map<TrialEndpoint, string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const wanted = computed(() => {
    const now = trying()
    const definition = now && definitionOf(now.connection)
    return new Map(
      TRIAL_ENDPOINTS.map((name) => {
        const parts = definition && partsFor(name, definition).map((part) => definition[part])
        return [name, definition?.[name] ? JSON.stringify([now?.token, now?.connection.user, parts]) : null] as const
      })
    )
  })

  // What an account has already needs no trial until it is changed.
  for (const [name, request] of wanted.value) if (request !== null) tried.set(name, request)

  async function tryEndpoint(name: TrialEndpoint): Promise<void> {
    const now = trying()
    const request = wanted.value.get(name)
    if (!now || !request) return
    tried.set(name, request)
    const line = trials[name]
    line.busy = true
    line.error = null
    try {
      const trial = await call('providerTrial', 'try', { of: useSession().account?.id ?? null, ...now, endpoint: name })
      if (tried.get(name) === request) line.trial = trial
    } catch (thrown) {
      if (tried.get(name) !== request) return
      line.trial = null
      line.error = errorFrom(thrown)
    } finally {
      if (tried.get(name) === request) line.busy = false
    }
  }
  function tryChanged(): void {
    clearTimeout(timer)
    for (const name of TRIAL_ENDPOINTS) if (wanted.value.get(name) !== tried.get(name)) void tryEndpoint(name)
  }
  function tryAll(): void {
    clearTimeout(timer)
    for (const name of TRIAL_ENDPOINTS) void tryEndpoint(name)
  }
  /** An endpoint without a path has nothing to show, and neither has one that would go to another address now. */
  function forgetUnwanted(): void {
    for (const name of TRIAL_ENDPOINTS) {
      if (wanted.value.get(name) !== null) continue
      tried.delete(name)
      trials[name] = untried()
    }
  }
  watch(wanted, (now, before) => {
    if (TRIAL_ENDPOINTS.every((name) => now.get(name) === before.get(name))) return
    forgetUnwanted()
    clearTimeout(timer)
    timer = setTimeout(tryChanged, PAUSE_MS)
  })
  onScopeDispose(() => {
    clearTimeout(timer)
    // Nobody is left to tell an error to, and main ends a trial by its deadline.
    if (TRIAL_ENDPOINTS.some((name) => trials[name].busy)) void call('providerTrial', 'cancel').catch(() => undefined)
  })

  return { trials, tryChanged, tryAll }
}
