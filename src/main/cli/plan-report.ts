/** The answer of `portside plans`: as tables, and as JSON (docs/command-line.md). */
import { ageText, joined, moneyText, oneLine } from '../../shared/i18n/format.ts'
import { priceText } from '../../shared/i18n/price-text.ts'
import { amountText } from '../../shared/i18n/owed-text.ts'
import { list, localesFor, t } from '../../shared/i18n/translate.ts'
import type { Day } from '../../shared/models/day.ts'
import {
  EXPECTED_DAYS,
  expectedCharges,
  nextPlanDay,
  planMarks,
  TRAFFIC_UNITS,
  type Plan,
  type PlanMark,
  type Traffic
} from '../../shared/models/plan.ts'
import type { Stored } from '../ports/index.ts'
import type { ReportContext } from './invoice-report.ts'
import { partialText } from './output.ts'
import { tableText, type TextColumn } from './table.ts'

/** Why there are no plans. */
export interface PlansProblem {
  code: string
  /** For users, without the account's name. */
  sentence: string
}

/** What is printed of one account. */
export interface PlanReport {
  name: string
  isSample: boolean
  problem: PlansProblem | null
  plans: Stored<Plan[]> | null
}

export function planAccountText(
  { name, isSample, plans }: PlanReport,
  isOnly: boolean,
  context: ReportContext
): string {
  if (plans === null) return ''
  const { value } = plans
  const heading = isSample ? t('tray.sample') : isOnly ? null : oneLine(name)
  const table = value.length === 0 ? '' : tableText(columnsOf(value, context), context.columns)
  return `${heading === null ? '' : `${heading}\n`}${table}${lastLine(plans, isSample, context)}\n`
}

/** How many there are, what is expected to be charged, and how old that is. */
function lastLine(
  { value, partial, fetchedAt }: Stored<Plan[]>,
  isSample: boolean,
  { locale, now, today }: ReportContext
): string {
  const { amounts, moreCurrencies, withoutPrice } = expectedCharges(value, today)
  const age = ageText(fetchedAt, now.getTime(), localesFor(locale)) ?? t('tray.justNow')
  const more = moreCurrencies > 0 ? [t('summary.moreCurrencies', { n: moreCurrencies }, moreCurrencies)] : []
  const expected = list([...amounts.map((money) => amountText(money, locale)), ...more])
  return joined([
    t('plans.count', { count: value.length }, value.length),
    expected !== '' && t('cli.plans.expected', { days: EXPECTED_DAYS, amounts: expected }),
    withoutPrice > 0 && t('plans.expected.withoutPrice', { count: withoutPrice }, withoutPrice),
    partialText(partial ?? null),
    !isSample && t('cli.saved', { age })
  ])
}

function columnsOf(plans: readonly Plan[], { locale, today }: ReportContext): TextColumn[] {
  const column = (heading: string, cell: (plan: Plan) => string | null): TextColumn => ({
    heading,
    cells: plans.map((plan) => cell(plan) ?? '')
  })
  /** What can't be right has a question mark behind it. */
  const marked = (plan: Plan, mark: PlanMark, text: string | null): string | null =>
    text !== null && planMarks(plan, today).includes(mark) ? `${text} ?` : text
  const traffic = (plan: Plan, part: 'limit' | 'used' | 'left'): string | null =>
    marked(plan, 'traffic', plan.traffic && trafficText(plan.traffic, part))
  return [
    { ...column(t('cli.column.plan'), ({ name }) => name ?? t('tray.unnamedPlan')), least: 12 },
    {
      ...column(t('cli.column.status'), ({ state, providerState }) =>
        state === null ? providerState : t(`plans.state.${state}`)
      ),
      least: 8,
      leaves: 1
    },
    {
      ...column(
        t('cli.column.price'),
        ({ price, interval }) => price && priceText(t, moneyText(price, locale), interval)
      ),
      isRight: true,
      leaves: 2
    },
    column(t('cli.column.renews'), (plan) => marked(plan, 'pastRenewal', plan.renews)),
    column(t('cli.column.ends'), (plan) => marked(plan, 'endBeforeStart', plan.ends)),
    { ...column(t('cli.column.quantity'), quantityText), isRight: true, leaves: 5 },
    { ...column(t('cli.column.trafficLimit'), (plan) => traffic(plan, 'limit')), isRight: true, leaves: 4 },
    { ...column(t('cli.column.trafficUsed'), (plan) => traffic(plan, 'used')), isRight: true, leaves: 3 },
    { ...column(t('cli.column.trafficLeft'), (plan) => traffic(plan, 'left')), isRight: true, leaves: 6 }
  ]
}

function trafficText({ unit, ...amounts }: Traffic, part: 'limit' | 'used' | 'left'): string | null {
  const amount = amounts[part]
  if (amount === null) return null
  return amount === 'unlimited' ? t('cli.plans.unlimited') : `${amount} ${unit}`
}

function quantityText({ quantity }: Plan): string | null {
  const unit = TRAFFIC_UNITS.find((one) => one === quantity?.unit)
  return quantity && (unit === undefined ? quantity.amount : `${quantity.amount} ${unit}`)
}

export function planAccountJson({ name, isSample, problem, plans }: PlanReport, today: Day): object {
  if (plans === null) return { account: name, sample: isSample, error: problem }
  const { value, fetchedAt, partial } = plans
  return {
    account: name,
    sample: isSample,
    fetchedAt,
    partial: partial ?? null,
    expected: { days: EXPECTED_DAYS, ...expectedCharges(value, today) },
    plans: value.map((plan) => ({ ...plan, next: nextPlanDay(plan, today), marks: planMarks(plan, today) }))
  }
}
