/** Schemas of every call's input, because the page is untrusted. The type makes the table complete. */
import { z } from 'zod/mini'
import { OPENABLE } from '../../shared/models/about.ts'
import { LONGEST_TOKEN, MOST_ACCOUNTS, SAMPLE_DATA } from '../../shared/models/account.ts'
import { LONGEST_LINK } from '../../shared/models/connection.ts'
import { isDay } from '../../shared/models/day.ts'
import { isDecimal } from '../../shared/models/decimal.ts'
import { isErrorDescription } from '../../shared/models/error-description.ts'
import { DIAGNOSTIC_PARTS } from '../../shared/models/diagnostics.ts'
import { TOPICS } from '../../shared/models/freshness.ts'
import { EXPORT_KINDS, INVOICE_SORTS, INVOICE_STATES, MOST_SELECTED } from '../../shared/models/invoice.ts'
import { PIN_LENGTH } from '../../shared/models/lock.ts'
import { isProxyPassword } from '../../shared/models/network-proxy.ts'
import { MOST_PLAN_ROWS } from '../../shared/models/plan.ts'
import { TRIAL_ENDPOINTS } from '../../shared/models/provider-trial.ts'
import { PROVIDER_IDS } from '../../shared/providers/built-in.ts'
import { CHANGE_PERIODS, MOST_SEEN } from '../../shared/models/change.ts'
import { PRODUCT_SORTS } from '../../shared/models/product.ts'
import type { Domain, Input, Method } from '../../shared/ipc/contract.ts'
import { connectionSchema, emailSchema, labelSchema, settingsSchema } from '../schemas.ts'

type TakesInput<D extends Domain> = { [M in Method<D>]: Input<D, M> extends undefined ? never : M }[Method<D>]
/** A schema is made when its call first comes, so that a start doesn't wait for all of them. */
type Inputs = {
  [D in Domain as TakesInput<D> extends never ? never : D]: { [M in TakesInput<D>]: () => z.ZodMiniType<Input<D, M>> }
}

const accountIdText = () => z.string().check(z.minLength(1), z.maxLength(64))
const accountId = () => z.object({ id: accountIdText() })
const of = () => z.object({ of: accountIdText() })
const ofMaybe = () => z.object({ of: z.nullable(accountIdText()) })
const signIn = () => z.object({ connection: connectionSchema, again: z.nullable(accountIdText()) })
const pin = () => z.string().check(z.maxLength(1024))
/** An invoice's key has its account's id before the provider's. */
const keyText = () => z.string().check(z.minLength(1), z.maxLength(2048 + 65))
const key = () => z.object({ key: keyText() })
const offset = () => z.int().check(z.gte(0), z.lte(10_000_000))
const range = (most = 200) => ({ offset: offset(), limit: z.int().check(z.gte(1), z.lte(most)) })

const productChoice = () =>
  z.object({
    text: z.string().check(z.maxLength(200)),
    available: z.boolean(),
    featured: z.boolean(),
    allowed: z.boolean(),
    inMarketplace: z.boolean(),
    label: z.nullable(z.string().check(z.maxLength(400))),
    sort: z.enum(PRODUCT_SORTS),
    providerSort: z.string().check(z.maxLength(200)),
    reverse: z.boolean(),
    grouped: z.boolean()
  })
const changeId = () => z.int().check(z.gte(0))
const providerSort = () => z.object({ key: z.string().check(z.minLength(1), z.maxLength(200)), reverse: z.boolean() })

const day = () => z.nullable(z.string().check(z.refine(isDay)))
const decimal = () => z.nullable(z.string().check(z.refine(isDecimal)))
const invoiceKeys = () => z.array(keyText()).check(z.minLength(1), z.maxLength(MOST_SELECTED))
const invoiceChoice = () =>
  z.object({
    text: z.string().check(z.maxLength(200)),
    state: z.enum(['all', ...INVOICE_STATES, 'outstanding', 'overdue']),
    from: day(),
    to: day(),
    least: decimal(),
    most: decimal(),
    account: z.nullable(z.string().check(z.maxLength(64)))
  })
const accountantChoice = () =>
  z.object({
    accounts: z.array(accountIdText()).check(z.minLength(1), z.maxLength(MOST_ACCOUNTS)),
    from: day(),
    to: day()
  })
const invoiceOrder = () => z.object({ sort: z.enum(INVOICE_SORTS), descending: z.boolean() })

const inputs = {
  session: {
    signIn: () =>
      z.extend(signIn(), {
        email: emailSchema,
        password: z.string().check(z.maxLength(4096)),
        code: z.optional(z.string().check(z.maxLength(64)))
      }),
    signInWithToken: () => z.extend(signIn(), { token: z.string().check(z.maxLength(LONGEST_TOKEN)) }),
    exploreSample: () => z.object({ data: z.enum(SAMPLE_DATA) }),
    signOut: () => z.extend(accountId(), { erase: z.boolean() })
  },
  accounts: {
    show: accountId,
    rename: () => z.extend(accountId(), { label: z.nullable(labelSchema) }),
    move: () => z.extend(accountId(), { to: z.int().check(z.gte(0), z.lte(10_000)) }),
    remove: accountId,
    eraseEverything: () => z.object({ leaveEntries: z.boolean() })
  },
  lock: {
    unlock: () => z.object({ pin: pin() }),
    setPin: () =>
      z.object({
        pin: z.string().check(z.minLength(PIN_LENGTH.least), z.maxLength(PIN_LENGTH.most)),
        current: z.nullable(pin())
      }),
    turnOff: () => z.object({ pin: pin() })
  },
  connection: {
    change: () => z.extend(of(), { connection: connectionSchema }),
    exportFile: () => connectionSchema,
    problems: () => z.object({ definition: z.record(z.string(), z.unknown()) }),
    statuses: of,
    openDocumentation: () => z.object({ provider: z.enum(PROVIDER_IDS) })
  },
  connectionCheck: {
    start: () => z.extend(ofMaybe(), { connection: z.nullable(connectionSchema) }),
    report: ofMaybe
  },
  providerTrial: {
    try: () =>
      z.extend(ofMaybe(), {
        connection: connectionSchema,
        token: z.nullable(z.string().check(z.maxLength(LONGEST_TOKEN))),
        endpoint: z.enum(TRIAL_ENDPOINTS)
      })
  },
  proxy: { savePassword: () => z.object({ password: z.string().check(z.refine(isProxyPassword)) }) },
  profile: { read: of },
  catalogue: {
    page: () => z.extend(productChoice(), { ...of().shape, ...range() }),
    product: () => z.extend(of(), key().shape),
    refreshProduct: () => z.extend(of(), key().shape),
    openLink: () =>
      z.extend(of(), { ...key().shape, address: z.string().check(z.minLength(1), z.maxLength(LONGEST_LINK)) }),
    seek: () =>
      z.extend(of(), {
        choice: productChoice(),
        prefix: z.string().check(z.minLength(1), z.maxLength(100)),
        from: offset()
      }),
    labels: of,
    sortOrders: of,
    fetchSortOrder: () => z.extend(of(), providerSort().shape),
    dropSortOrder: () => z.extend(of(), providerSort().shape),
    changes: () =>
      z.extend(of(), {
        period: z.enum(CHANGE_PERIODS),
        visit: z.nullable(z.iso.datetime()),
        allFields: z.boolean(),
        ...range(100)
      }),
    progress: of,
    cancelRefresh: of,
    markSeen: () => z.extend(of(), { ids: z.array(changeId()).check(z.minLength(1), z.maxLength(MOST_SEEN)) }),
    markAllSeen: () => z.extend(of(), { upTo: changeId() }),
    exportFile: () => z.extend(of(), { choice: productChoice(), format: z.enum(['csv', 'json']) })
  },
  plans: { page: () => z.extend(ofMaybe(), range(MOST_PLAN_ROWS)) },
  invoices: {
    page: () => z.extend(invoiceChoice(), { ...ofMaybe().shape, ...invoiceOrder().shape, ...range() }),
    overview: ofMaybe,
    months: ofMaybe,
    invoice: key,
    refreshInvoice: key,
    totals: () => z.extend(invoiceChoice(), { ...ofMaybe().shape, keys: z.optional(invoiceKeys()) }),
    keys: () => z.extend(invoiceChoice(), { ...ofMaybe().shape, ...invoiceOrder().shape, ...range(MOST_SELECTED) }),
    openLink: () => z.extend(key(), { which: z.enum(['page', 'pdf']), link: z.enum(['fresh', 'stored']) }),
    openBilling: () => z.extend(of(), { host: z.string().check(z.maxLength(LONGEST_LINK)) }),
    savePdf: key,
    openPdf: key,
    dropPdf: key,
    exportFile: () =>
      z.extend(ofMaybe(), {
        choice: invoiceChoice(),
        order: invoiceOrder(),
        kind: z.enum(EXPORT_KINDS),
        keys: z.nullable(invoiceKeys())
      }),
    previewForAccountant: accountantChoice,
    exportForAccountant: () => z.extend(accountantChoice(), { table: z.boolean(), pdfs: z.boolean() })
  },
  pdfFolder: {
    preview: () => z.extend(ofMaybe(), { pattern: z.string().check(z.maxLength(2000)) }),
    reveal: () => z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) })
  },
  transfer: { addAccounts: () => z.object({ id: z.int() }) },
  diagnostics: {
    save: () =>
      z.object({ id: z.int(), leftOut: z.array(z.enum(DIAGNOSTIC_PARTS)).check(z.maxLength(DIAGNOSTIC_PARTS.length)) })
  },
  about: {
    licenceText: () => z.object({ key: z.string().check(z.minLength(1), z.maxLength(300)), offset: offset() }),
    open: () => z.object({ what: z.enum(OPENABLE) })
  },
  app: {
    changeSettings: () => z.partial(settingsSchema),
    pauseShortcut: () => z.object({ paused: z.boolean() }),
    status: () => z.extend(ofMaybe(), { all: z.boolean() }),
    refresh: () => z.extend(of(), { all: z.boolean(), topic: z.nullable(z.enum(TOPICS)) }),
    copyText: () => {
      // MORE_BYTES bounds their number.
      const lines = z.array(z.string())
      return z.union([
        z.object({ text: z.string().check(z.maxLength(4_000_000)) }),
        z.object({ lines }),
        z.object({ rows: z.array(lines) })
      ])
    },
    reportError: () => z.object({ description: z.string().check(z.maxLength(32_768), z.refine(isErrorDescription)) }),
    revealFile: () => z.object({ name: z.string().check(z.minLength(1), z.maxLength(1024)) })
  }
} satisfies Inputs

/** A call's input has so many bytes at most, with everything in it that the schema would drop. */
const MOST_BYTES = 128 * 1024
const MORE_BYTES: Readonly<Record<string, number>> = {
  // 5,000 keys of 190 characters on average.
  'invoices.totals': 2 * 1024 * 1024,
  'invoices.exportFile': 2 * 1024 * 1024,
  // Four million characters.
  'app.copyText': 8 * 1024 * 1024
}

export const mostBytesOf = (domain: string, method: string): number => MORE_BYTES[`${domain}.${method}`] ?? MOST_BYTES

/** Of a value and the place it is in, about. */
const VALUE_BYTES = 16
const CHARACTER_BYTES = 2

/** How much memory an input takes, about; Infinity above `most`, and for maps, buffers and the like, which no call takes. */
export function bytesOf(input: unknown, most: number): number {
  let bytes = 0
  const left = [input]
  while (left.length > 0) {
    const value = left.pop()
    bytes += VALUE_BYTES
    if (typeof value === 'string') bytes += value.length * CHARACTER_BYTES
    else if (typeof value === 'bigint') return Infinity
    else if (typeof value === 'object' && value !== null) {
      if (Array.isArray(value)) {
        if (bytes + value.length * VALUE_BYTES > most) return Infinity
      } else if (Object.prototype.toString.call(value) !== '[object Object]') return Infinity
      // A list can have names, too. The loop ends at the limit, unlike Object.entries.
      for (const name in value) {
        bytes += name.length * CHARACTER_BYTES
        left.push((value as Record<string, unknown>)[name])
        if (bytes + left.length * VALUE_BYTES > most) return Infinity
      }
    }
    // Whatever is left takes more than it has places.
    if (bytes + left.length * VALUE_BYTES > most) return Infinity
  }
  return bytes
}

const noInput = z.undefined()
const schemas = new Map<string, z.ZodMiniType>()

export function inputOf(domain: string, method: string): z.ZodMiniType {
  const name = `${domain}.${method}`
  const known = schemas.get(name)
  if (known) return known
  const makers: Partial<Record<string, Partial<Record<string, () => z.ZodMiniType>>>> = inputs
  const schema = makers[domain]?.[method]?.() ?? noInput
  schemas.set(name, schema)
  return schema
}
