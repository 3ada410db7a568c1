/**
 * Reads plans and subscriptions, only at the places that the definition states: a guess could claim that something runs, or that
 * it is unlimited.
 */
import { cut } from '../../../shared/i18n/format.ts'
import { statusKey } from '../../../shared/models/connection.ts'
import type { Day } from '../../../shared/models/day.ts'
import { isZero, type Decimal } from '../../../shared/models/decimal.ts'
import type { Json } from '../../../shared/models/json.ts'
import type { Money } from '../../../shared/models/invoice.ts'
import { isOver, PLAN_INTERVALS, type Plan, type PlanInterval, type PlanState } from '../../../shared/models/plan.ts'
import { PLAN_PLACES, type PlanPlace } from '../../../shared/models/provider.ts'
import type { PlanSettings } from '../../../shared/providers/definition.ts'
import type { Parsed } from '../../ports/index.ts'
import { createFieldsOf, type FieldsOf, type Find, type OnFound } from './field-names.ts'
import { localDayOf } from './local-days.ts'
import { withoutNoise } from './noise.ts'
import { currencyReader, priceReaders, type PriceReaders } from './product-price.ts'
import { isSameCurrency } from './read-amount.ts'
import { decimalOf, flagOf, timeOf } from './read-scalars.ts'
import type { RecordTrace } from './record-trace.ts'
import { isObject, keysOf, Notes } from './records.ts'
import type { Redact } from './security/redaction.ts'
import { createSanitizerInSteps } from './security/sanitize.ts'

/** As they came. null: the definition has no such endpoint, or it has nothing. */
export interface PlanRecords {
  plans: readonly Json[] | null
  subscriptions: readonly Json[] | null
}

export interface ParsedPlans extends Parsed<Plan[]> {
  /** See Answer. */
  dayZone: string | null
}

type PlanDayName = Extract<PlanPlace, 'started' | 'renews' | 'ends' | 'periodEnds'>

/** What one record says. null: nothing, or nothing that can be read. */
interface PlanRecord {
  id: string | null
  /** Of a subscription: the id of the plan that it completes. */
  plan: string | null
  name: string | null
  state: { word: string; state: PlanState | null } | null
  currency: StatedCurrency
  price: ReadPrice
  /** `means` is null for a word without a meaning. */
  interval: { means: PlanInterval | null } | null
  /** As written. */
  times: Readonly<Record<PlanDayName, string | null>>
  /** `renews` and `ends` are one place. */
  isEitherDay: boolean
  quantity: Decimal | null
  limit: Decimal | 'unlimited' | null
  used: Decimal | null
  left: Decimal | null
  failedPayments: number | null
  renewsAutomatically: boolean | null
  /** Of the plan that is paid this often. */
  priceFor: (interval: PlanInterval) => ReadPrice
}

/** null: the record has none. `code` is null for one that can't be read: it is more likely another one than the definition's. */
type StatedCurrency = { code: string | null } | null

/** @param other what the other record of the same plan says */
type ReadPrice = (other: StatedCurrency) => Money | null

/** For inSlices. @param trace of a trial @throws nothing for data: what can't be read is left out, and noted */
export function* readPlans(
  { plans, subscriptions }: PlanRecords,
  settings: PlanSettings,
  { redact, zones, trace }: { redact: PlanRedactors; zones: readonly string[]; trace?: RecordTrace | undefined }
): Generator<void, ParsedPlans, void> {
  const reader = new PlanReader(settings, redact, trace)
  const ofPlans: FieldsOfRecord = plans ? 'planFields' : 'subscriptionFields'
  const read = yield* reader.readAll(plans ?? subscriptions ?? [], ofPlans)
  const more = plans ? yield* reader.readAll(subscriptions ?? [], 'subscriptionFields') : []
  const whole = completed(read, more)
  let dayZone: string | null = null
  const dayAt = (time: string): Day | null => {
    const { day, zone } = localDayOf(time, zones)
    dayZone ??= zone
    return day
  }
  const fields: FieldsOfRecord[] = whole.length > read.length ? [ofPlans, 'subscriptionFields'] : [ofPlans]
  const isIdStated = fields.every((one) => settings[one].id !== undefined)
  // A provider that has one plan gives it no id.
  const keys = yield* keysOf(whole.map(identityOf), isIdStated ? reader.notes : new Notes())
  const value: Plan[] = []
  for (const [at, record] of whole.entries()) {
    yield
    value.push(planOf(record, keys[at] ?? '', settings, dayAt))
  }
  return { value, notes: reader.notes.list(), dayZone }
}

/** A price or a rest of traffic changes, and the plan stays the same. */
const identityOf = ({ id, name, times }: PlanRecord) => ({ id, print: () => JSON.stringify([name, times.started]) })

function planOf(
  record: PlanRecord,
  key: string,
  { planInterval, renewsOnly, quantityUnit, trafficUnit }: PlanSettings,
  dayAt: (time: string) => Day | null
): Plan {
  const { quantity, limit, used, left } = record
  const times = timesOf(record, record.renewsAutomatically)
  const interval = record.interval ? record.interval.means : planInterval
  const day = (name: PlanDayName): Day | null => times[name] && dayAt(times[name])
  const isCharge = renewsOnly === null || (interval !== null && renewsOnly.includes(interval))
  return {
    key,
    name: record.name,
    state: record.state?.state ?? null,
    providerState: record.state?.word ?? null,
    price: record.price(null) ?? (interval && record.priceFor(interval)(null)),
    interval,
    started: day('started'),
    renews: isCharge ? day('renews') : null,
    ends: day('ends'),
    periodEnds: day('periodEnds'),
    quantity: quantity === null ? null : { amount: quantity, unit: quantityUnit },
    // A number without a unit says nothing.
    traffic: trafficUnit === null || (limit ?? used ?? left) === null ? null : { unit: trafficUnit, limit, used, left },
    failedPayments: record.failedPayments,
    renewsAutomatically: record.renewsAutomatically
  }
}

const stateOf = ({ state }: PlanRecord): PlanState | null => state?.state ?? null

/** Each subscription completes one plan: which one has to be certain. One that fits none is shown by itself. */
function completed(plans: readonly PlanRecord[], subscriptions: readonly PlanRecord[]): PlanRecord[] {
  const running = plans.filter((plan) => stateOf(plan) === 'active')
  const candidates = running.length > 0 ? running : plans.filter((plan) => stateOf(plan) === null)
  const only = candidates.length === 1 ? candidates[0] : undefined
  const unnamed = runningFirst(subscriptions.filter(({ plan }) => plan === null))
  const isOne = unnamed.filter((one) => !isOverRecord(one)).length === 1 || unnamed.length === 1
  const used = new Set<PlanRecord>()
  const rows = plans.map((plan) => {
    const named = runningFirst(subscriptions.filter((one) => one.plan !== null && one.plan === plan.id))[0]
    const own = named ?? (plan === only && isOne ? unnamed[0] : undefined)
    if (!own || used.has(own)) return plan
    used.add(own)
    return joined(plan, own)
  })
  return [...rows, ...subscriptions.filter((one) => !used.has(one)).map(planAlone)]
}

const isOverRecord = (record: PlanRecord): boolean => isOver({ state: stateOf(record) })

const runningFirst = (records: readonly PlanRecord[]): PlanRecord[] =>
  records.toSorted((one, other) => Number(isOverRecord(one)) - Number(isOverRecord(other)))

/** It has the key of the plan that it names: a part of the list may lack that plan. Other ids may be those of plans, too. */
const planAlone = (subscription: PlanRecord): PlanRecord => ({
  ...subscription,
  id: subscription.plan ?? (subscription.id === null ? null : `subscription ${subscription.id}`)
})

/** One day for both: what happens on it depends on the automatic renewal, of which the other record may tell. */
function timesOf({ times, isEitherDay }: PlanRecord, renewsAutomatically: boolean | null): PlanRecord['times'] {
  if (!isEitherDay) return times
  return { ...times, ...(renewsAutomatically === true ? { ends: null } : { renews: null }) }
}

/** @param more counts where it says something: a word without a meaning takes no meaning away */
function joined(plan: PlanRecord, more: PlanRecord): PlanRecord {
  const said = Object.entries(more).filter(([, value]) => value !== null)
  const renewsAutomatically = more.renewsAutomatically ?? plan.renewsAutomatically
  const days = Object.entries(timesOf(more, renewsAutomatically)).filter(([, time]) => time !== null)
  return {
    ...plan,
    ...Object.fromEntries(said),
    id: plan.id,
    state: plan.state?.state && !more.state?.state ? plan.state : (more.state ?? plan.state),
    interval: plan.interval?.means && !more.interval?.means ? plan.interval : (more.interval ?? plan.interval),
    times: { ...timesOf(plan, renewsAutomatically), ...Object.fromEntries(days) },
    isEitherDay: false,
    price: () => more.price(plan.currency) ?? plan.price(more.currency),
    priceFor: (interval) => () => plan.priceFor(interval)(more.currency) ?? more.priceFor(interval)(plan.currency)
  }
}

const LONGEST_TEXT = 200

const textOf = (value: Json): string | null =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    ? cut(String(value).trim(), LONGEST_TEXT)
    : null
/** A flag is a word, too. */
const wordOf = (value: Json): string | null => (typeof value === 'boolean' ? String(value) : textOf(value))

const numberOf = (value: Json): Decimal | null => decimalOf(typeof value === 'number' ? withoutNoise(value) : value)

const countOf = (value: Json): number | null => {
  const decimal = numberOf(value)
  return decimal !== null && /^\d{1,9}$/.test(decimal) ? Number(decimal) : null
}

type FieldsOfRecord = 'planFields' | 'subscriptionFields'
/** Each endpoint may have an authorization of its own. */
type PlanRedactors = Readonly<Record<FieldsOfRecord, Redact>>

class PlanReader {
  readonly notes = new Notes()
  readonly #settings: PlanSettings
  readonly #trace: RecordTrace | undefined
  readonly #states: ReadonlyMap<string, PlanState>
  readonly #intervals: ReadonlyMap<string, PlanInterval>
  readonly #sanitize: Readonly<Record<FieldsOfRecord, ReturnType<typeof createSanitizerInSteps>>>
  /** Always the same lists: they are remembered. */
  readonly #names: Readonly<Record<FieldsOfRecord, Map<PlanPlace, readonly string[]>>>
  readonly #prices: Map<PlanInterval, readonly string[]>

  constructor(settings: PlanSettings, redact: PlanRedactors, trace: RecordTrace | undefined) {
    this.#settings = settings
    this.#trace = trace
    this.#states = meanings(settings.planStates)
    this.#intervals = meanings(settings.planIntervals)
    this.#sanitize = {
      planFields: createSanitizerInSteps(this.notes, redact.planFields),
      subscriptionFields: createSanitizerInSteps(this.notes, redact.subscriptionFields)
    }
    this.#names = {
      planFields: namesOf(PLAN_PLACES, settings.planFields),
      subscriptionFields: namesOf(PLAN_PLACES, settings.subscriptionFields)
    }
    this.#prices = namesOf(PLAN_INTERVALS, settings.planPrices)
  }

  /** Without elements that aren't objects, and objects that say nothing at the stated places. */
  *readAll(elements: readonly Json[], fields: FieldsOfRecord): Generator<void, PlanRecord[], void> {
    const records: PlanRecord[] = []
    for (const element of elements) {
      yield
      if (!isObject(element)) {
        this.notes.add('notAnObject')
        continue
      }
      const raw = yield* this.#sanitize[fields](element)
      const fieldsOf = yield* createFieldsOf(raw)
      const look = fieldsOf(raw)
      const source = new PlanSource(look, this.#names[fields], this.notes, this.#trace?.(raw))
      const record = this.#readRecord(source, fields, fieldsOf)
      const price = this.#names[fields].get('price')
      const hasPrice = [...this.#prices.values(), ...(price ? [price] : [])].some(
        (names) => look(names, () => true).value === true
      )
      // A trial shows them, so that somebody can say where everything stands.
      if (source.isEmpty && !hasPrice && !this.#trace) this.notes.add('unknownShape')
      else records.push(record)
    }
    return records
  }

  #readRecord(source: PlanSource, fields: FieldsOfRecord, fieldsOf: FieldsOf): PlanRecord {
    const { dates, zeroTraffic } = this.#settings
    const word = source.read('state', wordOf)
    const interval = source.read('interval', wordOf)
    const time = (name: PlanDayName): string | null => source.read(name, (value) => timeOf(value, dates))
    const limit = source.read('trafficLimit', numberOf)
    const currency = source.readCurrency(currencyReader(fieldsOf))
    const priceAt = (names: readonly string[] | undefined): ReadPrice => {
      const place = names?.[0]
      if (names === undefined || place === undefined) return () => null
      const readers = priceReaders(fieldsOf, this.#settings, place)
      return (other) =>
        source.readAt(names, 'price', (value) => this.#moneyIn(readers, value, { own: currency, other }))
    }
    const { renews, ends } = this.#settings[fields]
    return {
      id: source.read('id', textOf),
      plan: source.read('plan', textOf),
      name: source.read('name', textOf),
      state: word === null ? null : { word, state: this.#states.get(statusKey(word)) ?? null },
      currency,
      price: priceAt(this.#names[fields].get('price')),
      interval: interval === null ? null : { means: this.#intervals.get(statusKey(interval)) ?? null },
      times: {
        started: time('started'),
        renews: time('renews'),
        ends: time('ends'),
        periodEnds: time('periodEnds')
      },
      isEitherDay: renews !== undefined && renews === ends,
      quantity: source.read('quantity', numberOf),
      limit: limit === null || !isZero(limit) ? limit : ZERO[zeroTraffic ?? 'unknown'],
      used: source.read('trafficUsed', numberOf),
      left: source.read('trafficLeft', numberOf),
      failedPayments: source.read('failedPayments', countOf),
      renewsAutomatically: source.read('renewsAutomatically', flagOf),
      priceFor: (given) => priceAt(this.#prices.get(given))
    }
  }

  #moneyIn({ unitIn, amountIn }: PriceReaders, value: Json, stated: StatedCurrencies): Money | null {
    const currency = currencyFrom(stated, unitIn(value), this.#settings.planCurrency)
    const amount = amountIn(currency)(value)
    return amount === null ? null : { amount, currency }
  }
}

interface StatedCurrencies {
  own: StatedCurrency
  /** Of the other record of the same plan. */
  other: StatedCurrency
}

/** In order of trust: beside the price, written in it, in the other record, the definition's. "$" is the dollar of the next one. */
function currencyFrom({ own, other }: StatedCurrencies, mark: string | null, usual: string | null): string | null {
  const isOf = (unit: string | null, currency: string | null): boolean =>
    unit !== null && currency !== null && isSameCurrency(unit, currency)
  const stated = own ?? (mark === null || isOf(mark, other?.code ?? null) ? other : null)
  if (stated) return isOf(stated.code, usual) ? usual : stated.code
  if (mark === null) return usual
  const isOtherUnread = other !== null && other.code === null
  return isOf(mark, usual) && !isOtherUnread ? usual : mark
}

/** What a limit of 0 means. */
const ZERO = { unlimited: 'unlimited', none: '0', unknown: null } as const

const meanings = <T>(words: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(words).map(([word, meaning]) => [statusKey(word), meaning]))

function namesOf<Name extends string>(
  names: readonly Name[],
  places: { readonly [N in Name]?: string | undefined }
): Map<Name, readonly string[]> {
  return new Map(
    names.flatMap((name) => {
      const place: string | undefined = places[name]
      return place === undefined ? [] : [[name, [place]] as const]
    })
  )
}

/** One record, and what was found in it. */
class PlanSource {
  readonly #look: Find
  readonly #names: ReadonlyMap<PlanPlace, readonly string[]>
  readonly #notes: Notes
  readonly #onFound: OnFound | undefined
  #found = 0

  constructor(
    look: Find,
    names: ReadonlyMap<PlanPlace, readonly string[]>,
    notes: Notes,
    onFound: OnFound | undefined
  ) {
    this.#look = look
    this.#names = names
    this.#notes = notes
    this.#onFound = onFound
  }

  /** No stated place has a value. */
  get isEmpty(): boolean {
    return this.#found === 0
  }

  read<T>(name: PlanPlace, read: (value: Json) => T | null): T | null {
    const names = this.#names.get(name)
    return names ? this.readAt(names, name, read) : null
  }

  readAt<T>(names: readonly string[], name: PlanPlace, read: (value: Json) => T | null): T | null {
    return this.#find(names, name, read)?.value ?? null
  }

  /** null: the place has no value. A currency by itself says nothing, so the record may still be empty. */
  readCurrency(read: (value: Json) => string | null): StatedCurrency {
    const names = this.#names.get('currency')
    const found = names ? this.#find(names, 'currency', read) : null
    return found && { code: found.value }
  }

  #find<T>(names: readonly string[], name: PlanPlace, read: (value: Json) => T | null): { value: T | null } | null {
    const { value, place, unreadable } = this.#look(names, read)
    const at = value === null ? unreadable : place
    if (at === null) return null
    if (name !== 'currency') this.#found += 1
    if (value === null) this.#notes.add('wrongType', at)
    this.#onFound?.([name], at, value !== null)
    return { value }
  }
}
