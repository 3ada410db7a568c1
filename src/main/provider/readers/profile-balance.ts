/** Reads the money in the account from a profile. What may be traffic, points or a list isn't read. */
import { currencyDecimals } from '../../../shared/models/currency.ts'
import { subtractDecimals } from '../../../shared/models/decimal.ts'
import type { Money } from '../../../shared/models/invoice.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { ProfileSettings } from '../../../shared/providers/definition.ts'
import { scaleIn, type Scale } from './amount-scale.ts'
import { createFields, isStated, type Find } from './field-names.ts'
import { amountReaders } from './amount-readers.ts'
import { MONEY_NAMES } from './money-vocabulary.ts'
import {
  BALANCE_CURRENCY_NAMES,
  BALANCE_NAMES,
  MAYBE_BALANCE_NAMES,
  MINOR_BALANCE_NAMES
} from './profile-vocabulary.ts'
import { amountOf, currencyOf, decimalOfMinor, isSameCurrency } from './read-amount.ts'
import { isObject } from './records.ts'

/** A value of the profile, and where it stands: names with dots between objects. */
export interface PathValue {
  path: string
  value: Json
}

export interface BalanceSource {
  /** In the profile. */
  find: Find
  /** Fields of these names with a value, in order of trust. */
  all: (names: readonly string[]) => readonly PathValue[]
  /** The field at the definition's place, which alone counts. null: there is no value. */
  stated: PathValue | null
}

export interface BalanceReading {
  balance: Money | null
  amountPath: string | null
  currencyPath: string | null
  /** Paths of fields that should have it. */
  unreadable: string[]
}

export function readBalance(source: BalanceSource, settings: ProfileSettings): BalanceReading {
  const { stated, all } = source
  const usual = (found: readonly PathValue[]): Candidate[] => found.map((one) => ({ ...one, kind: 'usual' }))
  const candidates: Candidate[] = stated
    ? usual([stated])
    : [
        ...usual(all(BALANCE_NAMES)),
        ...all(MINOR_BALANCE_NAMES).map((one) => ({ ...one, kind: 'minor' as const })),
        ...all(MAYBE_BALANCE_NAMES).map((one) => ({ ...one, kind: 'maybe' as const }))
      ]
  const unreadable: string[] = []
  for (const candidate of candidates.slice(0, MOST_CANDIDATES)) {
    const named = namedCurrency(source, candidate.path)
    const balance = moneyIn(candidate, named, scaleBeside(source.find, candidate.path), settings)
    if (balance !== null) {
      return { balance, amountPath: candidate.path, currencyPath: named?.path ?? null, unreadable }
    }
    if (candidate.kind !== 'maybe' && !isEmpty(candidate.value)) unreadable.push(candidate.path)
  }
  return { balance: null, amountPath: null, currencyPath: null, unreadable }
}

/** A profile may have one name in endless spellings. */
const MOST_CANDIDATES = 10

/** `usual`: in the definition's unit. `maybe`: money only with a currency. */
type Candidate = PathValue & { kind: 'usual' | 'minor' | 'maybe' }

/** `code` is null where the field can't be read. */
interface NamedCurrency {
  path: string
  code: string | null
}

/** Beside the amount, else anywhere in the profile. */
function namedCurrency({ find, all }: BalanceSource, amountPath: string): NamedCurrency | null {
  const around = amountPath.slice(0, amountPath.lastIndexOf('.') + 1)
  const names = BALANCE_CURRENCY_NAMES.map((name) => around + name)
  const { value, place } = find(names, currencyIn)
  if (value !== null && place !== null) return { path: place, code: value }
  const others = all(BALANCE_CURRENCY_NAMES).map((one) => ({ path: one.path, code: currencyIn(one.value) }))
  return others.find(({ code }) => code !== null) ?? others[0] ?? null
}

/** In an object of the balance alone, such as {"amount": 1234, "decimals": 2}, it is that amount's. */
function scaleBeside(find: Find, amountPath: string): Scale | null {
  const around = amountPath.slice(0, amountPath.lastIndexOf('.') + 1)
  const within: Find = (names, read) => find(isStated(names) ? names : names.map((name) => around + name), read)
  return scaleIn(within, around !== '')
}

function moneyIn(
  { value, kind }: Candidate,
  named: NamedCurrency | null,
  scale: Scale | null,
  settings: ProfileSettings
): Money | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const mark = typeof value === 'string' ? (amountOf(value, null)?.mark ?? null) : null
  const unit = named?.code ?? mark
  if (unit === null && kind === 'maybe') return null
  const usual = named !== null && named.code === null ? null : settings.currency
  // "$" is the definition's dollar.
  const currency = unit === null || (usual !== null && isSameCurrency(unit, usual)) ? usual : unit
  const amount =
    kind === 'minor'
      ? decimalOfMinor(value, currencyDecimals(currency))
      : amountReaders(createFields(), settings, currency, scale).usual(value)
  if (amount === null) return null
  // A debt is less than no money.
  return { amount: settings.accountBalance === 'debt' ? subtractDecimals('0', amount) : amount, currency }
}

/** Text, or an object such as {"code": "EUR"}. */
const currencyIn = (value: Json): string | null =>
  isObject(value) ? createFields()(value)(MONEY_NAMES.currencyWord, currencyOf).value : currencyOf(value)

const isEmpty = (value: Json): boolean =>
  typeof value === 'object' && (value === null || Object.keys(value).length === 0)
