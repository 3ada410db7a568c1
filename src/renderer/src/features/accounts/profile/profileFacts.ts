/** The profile's fields as the cards show them. */
import type { ProfileGroup, ProfileView } from '../../../../../shared/models/profile.ts'
import { balanceText } from '../accountText.ts'
import { formatDateTime, isMessageKey, t } from '../../../i18n.ts'
import type { Fact } from '../../../ui/record/types.ts'

type Field = ProfileView['groups']['other'][number]

const COPIED: readonly string[] = [
  ...['email', 'phoneNumber', 'telegram', 'customerId', 'id'],
  ...['companyName', 'companyIdentificationNumber', 'companyVatNumber']
]

function labelOf(name: string): string {
  const key = `accounts.profile.field.${name}`
  return isMessageKey(key) ? t(key) : name
}

function textOf({ name, value }: Field): string {
  if (typeof value === 'boolean') return t(value ? 'ui.common.yes' : 'ui.common.no')
  return name === 'registeredAt' ? formatDateTime(String(value)) : String(value)
}

const isBlank = ({ value }: Field): boolean => String(value).trim() === ''

export const factsOf = (fields: readonly Field[]): Fact[] =>
  fields
    .filter((field) => !isBlank(field))
    .map((field) => ({
      name: field.name,
      label: labelOf(field.name),
      text: textOf(field),
      copy: COPIED.includes(field.name)
    }))

/** The address as one block, as on an envelope. */
function addressFacts(fields: readonly Field[]): Fact[] {
  const text = (name: string): string =>
    fields
      .find((field) => field.name === name && !isBlank(field))
      ?.value.toString()
      .trim() ?? ''
  const town = [text('zipCode'), text('city')].filter(Boolean).join(' ')
  const lines = [text('address'), town, text('country')].filter(Boolean)
  if (lines.length === 0) return []
  return [{ name: 'address', label: t('accounts.profile.postal'), text: lines.join('\n'), lines, copy: true }]
}

/** One card per group with a value. A name that is the page's heading or the email isn't repeated. */
export function cardsOf({ title, email, groups, balance }: ProfileView) {
  const isTitle = ({ name, value }: Field): boolean =>
    ['fullName', 'userName'].includes(name) && [title, email].includes(String(value))
  const factsIn = (name: ProfileGroup): Fact[] => factsOf(groups[name].filter((field) => !isTitle(field)))
  const money = balance ? [{ name: 'balance', label: t('accounts.profile.balance'), text: balanceText(balance) }] : []
  const cards = [
    { name: 'person' as const, facts: factsIn('person') },
    { name: 'company' as const, facts: factsIn('company') },
    { name: 'address' as const, facts: addressFacts(groups.address) },
    { name: 'account' as const, facts: [...money, ...factsIn('account')] }
  ]
  return cards.filter(({ facts }) => facts.length > 0)
}
