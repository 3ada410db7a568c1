/** The providers that the sign-in form offers: built-in ones, the owner's own of other accounts, and one not set up yet. */
import { computed } from 'vue'
import type { ComputedRef, Ref, WritableComputedRef } from 'vue'
import type { AccountLine } from '../../../../shared/models/account.ts'
import { hostIn, type Connection, type Definition } from '../../../../shared/models/connection.ts'
import { BUILT_IN, definitionLabel, PROVIDER_IDS, SIGN_IN_PROVIDERS } from '../../../../shared/providers/built-in.ts'
import { asksForUser, baseOf, definitionOf } from '../../../../shared/providers/definition.ts'
import { t } from '../../i18n.ts'
import { useSession } from '../accounts/session.ts'

interface Choice {
  value: string
  label: string
  connection: Connection
}

interface ProviderChoice {
  choices: ComputedRef<Choice[]>
  choice: WritableComputedRef<string>
  definition: ComputedRef<Definition>
  /** The address differs from the definition's, or it has none. */
  hasOwnAddress: ComputedRef<boolean>
  /** Basic needs a user name, which the definition doesn't fix. */
  asksUser: ComputedRef<boolean>
}

const OTHER = 'other'

/** Without the user's name, which belongs to one account. */
function withoutUser({ user: _, ...connection }: Connection): Connection {
  return connection
}

/** With the host: whoever wrote a definition's file chose its name, which may be a built-in provider's. */
function ownLabel({ account, provider: { name } }: AccountLine): string {
  const host = hostIn(account.connection.baseUrl)
  return host === null || host === name ? name : t('signIn.provider.own', { name, host })
}

/** @param more also offered: a definition that the list leaves out, but the editor has chosen */
const builtInChoices = (address: string, more: Connection['provider']): Choice[] =>
  PROVIDER_IDS.filter((id) => id === more || SIGN_IN_PROVIDERS.includes(id)).map((provider) => {
    const { baseUrl } = BUILT_IN[provider]
    return {
      value: provider,
      label: definitionLabel(provider),
      connection: { provider, baseUrl: address || (baseUrl ?? '') }
    }
  })

/** @param address of the account that is repaired, whichever provider is chosen; empty: each provider's own */
export function useProviderChoice(connection: Ref<Connection>, address: () => string): ProviderChoice {
  const session = useSession()
  /** What was typed at a provider that isn't selected now. */
  const left = new Map<string, Connection>()

  const ownChoices = computed<Choice[]>(() => {
    const own = session.accounts.filter(({ account }) => account.connection.provider === null)
    const once = Map.groupBy(own, ({ account }) => JSON.stringify(withoutUser(account.connection)))
    return [...once.values()].flatMap(([line]) =>
      line ? [{ value: line.account.id, label: ownLabel(line), connection: withoutUser(line.account.connection) }] : []
    )
  })
  const choices = computed(() => [
    ...builtInChoices(address(), connection.value.provider),
    ...ownChoices.value.toSorted((a, b) => a.label.localeCompare(b.label)),
    { value: OTHER, label: t('signIn.provider.other'), connection: { provider: null, baseUrl: '' } }
  ])
  const selected = computed(() => {
    if (connection.value.provider !== null) return connection.value.provider
    const same = JSON.stringify(withoutUser(connection.value))
    return ownChoices.value.find((one) => JSON.stringify(one.connection) === same)?.value ?? OTHER
  })
  const choice = computed({
    get: () => selected.value,
    set(value) {
      left.set(selected.value, connection.value)
      const next = left.get(value) ?? choices.value.find((one) => one.value === value)?.connection
      if (next) connection.value = next
    }
  })
  const definition = computed(() => definitionOf(connection.value))
  const hasOwnAddress = computed(
    () => connection.value.provider !== null && connection.value.baseUrl !== baseOf(connection.value).baseUrl
  )
  const asksUser = computed(() => asksForUser(definition.value))

  return { choices, choice, definition, hasOwnAddress, asksUser }
}
