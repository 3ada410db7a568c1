/** Schemas of every call's input, because the page is untrusted. The type makes the table complete. */
import { z } from 'zod'
import { LONGEST_TOKEN, SAMPLE_DATA } from '../../shared/models/account.ts'
import { isDay } from '../../shared/models/day.ts'
import { TOPICS } from '../../shared/models/freshness.ts'
import { EXPORT_KINDS, INVOICE_COLUMNS, INVOICE_STATES, isDecimal, MOST_SELECTED } from '../../shared/models/invoice.ts'
import { PIN_LENGTH } from '../../shared/models/settings.ts'
import { PRODUCT_SORTS } from '../../shared/models/product.ts'
import type { Domain, Input, Method } from '../../shared/ipc/contract.ts'
import { connectionSchema, labelSchema, settingsSchema } from '../core/schemas.ts'

type TakesInput<D extends Domain> = { [M in Method<D>]: Input<D, M> extends undefined ? never : M }[Method<D>]
/** A schema is made when its call first comes: making all of them takes 20 ms, which every start would wait for. */
type Inputs = {
  [D in Domain as TakesInput<D> extends never ? never : D]: { [M in TakesInput<D>]: () => z.ZodType<Input<D, M>> }
}

const accountIdText = () => z.string().min(1).max(64)
const accountId = () => z.object({ id: accountIdText() })
const signIn = () => z.object({ connection: connectionSchema, again: accountIdText().nullable() })
const pin = () => z.string().max(1024)
const keyText = () => z.string().min(1).max(2048)
const key = () => z.object({ key: keyText() })
const offset = () => z.number().int().min(0).max(10_000_000)
const range = () => ({ offset: offset(), limit: z.number().int().min(1).max(200) })

const productChoice = () =>
  z.object({
    text: z.string().max(200),
    available: z.boolean(),
    featured: z.boolean(),
    allowed: z.boolean(),
    inMarketplace: z.boolean(),
    label: z.string().max(400).nullable(),
    sort: z.enum(PRODUCT_SORTS),
    providerSort: z.string().max(200),
    reverse: z.boolean(),
    grouped: z.boolean()
  })
const providerSort = () => z.object({ key: z.string().min(1).max(200), reverse: z.boolean() })

const day = () => z.string().refine(isDay).nullable()
const decimal = () => z.string().refine(isDecimal).nullable()
const invoiceKeys = () => z.array(keyText()).min(1).max(MOST_SELECTED)
const invoiceChoice = () =>
  z.object({
    text: z.string().max(200),
    state: z.enum(['all', ...INVOICE_STATES, 'outstanding', 'overdue']),
    from: day(),
    to: day(),
    least: decimal(),
    most: decimal()
  })
const invoiceOrder = () => z.object({ sort: z.enum(INVOICE_COLUMNS), descending: z.boolean() })

const inputs = {
  session: {
    signIn: () =>
      signIn().extend({
        email: z.string().max(320),
        password: z.string().max(4096),
        code: z.string().max(64).optional()
      }),
    useToken: () => signIn().extend({ token: z.string().max(LONGEST_TOKEN) }),
    exploreSample: () => z.object({ data: z.enum(SAMPLE_DATA) }),
    signOut: () => accountId().extend({ erase: z.boolean() })
  },
  accounts: {
    switch: accountId,
    rename: () => accountId().extend({ label: labelSchema }),
    move: () => accountId().extend({ to: z.number().int().min(0).max(10_000) }),
    remove: accountId,
    eraseEverything: () => z.object({ leaveEntries: z.boolean() })
  },
  lock: {
    unlock: () => z.object({ pin: pin() }),
    setPin: () => z.object({ pin: z.string().min(PIN_LENGTH.least).max(PIN_LENGTH.most), current: pin().nullable() }),
    turnOff: () => z.object({ pin: pin() })
  },
  connection: { change: () => connectionSchema, exportFile: () => connectionSchema },
  connectionCheck: { run: () => z.object({ connection: connectionSchema.nullable() }) },
  catalogue: {
    page: () => productChoice().extend(range()),
    product: key,
    refreshProduct: key,
    openLink: () => key().extend({ address: z.string().min(1).max(4096) }),
    seek: () => z.object({ choice: productChoice(), prefix: z.string().min(1).max(100), from: offset() }),
    fetchOrder: providerSort,
    dropOrder: providerSort,
    changes: () =>
      z.object({ offset: z.number().int().min(0).max(1_000_000), limit: z.number().int().min(1).max(100) }),
    markSeen: () => z.object({ upTo: z.number().int().min(0) }),
    exportFile: () => z.object({ choice: productChoice(), format: z.enum(['csv', 'json']) })
  },
  invoices: {
    page: () => invoiceChoice().extend({ ...invoiceOrder().shape, ...range() }),
    invoice: key,
    totals: () => invoiceChoice().extend({ keys: invoiceKeys().optional() }),
    keys: () => invoiceChoice().extend(invoiceOrder().shape),
    openLink: () => key().extend({ which: z.enum(['page', 'pdf']), link: z.enum(['fresh', 'stored']) }),
    savePdf: key,
    openPdf: key,
    dropPdf: key,
    exportFile: () =>
      z.object({
        choice: invoiceChoice(),
        order: invoiceOrder(),
        kind: z.enum(EXPORT_KINDS),
        keys: invoiceKeys().nullable()
      })
  },
  app: {
    changeSettings: () => settingsSchema.partial(),
    refresh: () => z.object({ topic: z.enum(TOPICS).nullable() }),
    copyText: () => z.object({ text: z.string().max(4_000_000) }),
    revealFile: () => z.object({ name: z.string().min(1).max(1024) })
  }
} satisfies Inputs

const noInput = z.undefined()
const schemas = new Map<string, z.ZodType>()

export function inputOf(domain: string, method: string): z.ZodType {
  const name = `${domain}.${method}`
  const known = schemas.get(name)
  if (known) return known
  const makers: Partial<Record<string, Partial<Record<string, () => z.ZodType>>>> = inputs
  const schema = makers[domain]?.[method]?.() ?? noInput
  schemas.set(name, schema)
  return schema
}
