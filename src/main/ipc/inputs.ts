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
/** A domain's schemas are made when one of them is first needed: for all of them zod takes 20 ms of each start. */
type Inputs = {
  [D in Domain as TakesInput<D> extends never ? never : D]: () => { [M in TakesInput<D>]: z.ZodType<Input<D, M>> }
}

const recordKey = (): z.ZodString => z.string().min(1).max(2048)
const accountId = (): z.ZodString => z.string().min(1).max(64)
const range = () => ({ offset: z.number().int().min(0).max(10_000_000), limit: z.number().int().min(1).max(200) })

const inputs = {
  session() {
    const signIn = z.object({ connection: connectionSchema, again: accountId().nullable() })
    return {
      signIn: signIn.extend({
        email: z.string().max(320),
        password: z.string().max(4096),
        code: z.string().max(64).optional()
      }),
      useToken: signIn.extend({ token: z.string().max(LONGEST_TOKEN) }),
      exploreSample: z.object({ data: z.enum(SAMPLE_DATA) }),
      signOut: z.object({ id: accountId(), erase: z.boolean() })
    }
  },
  accounts() {
    const account = z.object({ id: accountId() })
    return {
      switch: account,
      rename: account.extend({ label: labelSchema }),
      move: account.extend({ to: z.number().int().min(0).max(10_000) }),
      remove: account,
      eraseEverything: z.object({ leaveEntries: z.boolean() })
    }
  },
  lock() {
    const pin = z.string().max(1024)
    return {
      unlock: z.object({ pin }),
      setPin: z.object({ pin: z.string().min(PIN_LENGTH.least).max(PIN_LENGTH.most), current: pin.nullable() }),
      turnOff: z.object({ pin })
    }
  },
  connection: () => ({ change: connectionSchema, exportFile: connectionSchema }),
  connectionCheck: () => ({ run: z.object({ connection: connectionSchema.nullable() }) }),
  catalogue() {
    const key = z.object({ key: recordKey() })
    const { offset, limit } = range()
    const choice = z.object({
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
    const providerSort = z.object({ key: z.string().min(1).max(200), reverse: z.boolean() })
    return {
      page: choice.extend({ offset, limit }),
      product: key,
      refreshProduct: key,
      openLink: key.extend({ address: z.string().min(1).max(4096) }),
      seek: z.object({ choice, prefix: z.string().min(1).max(100), from: offset }),
      fetchOrder: providerSort,
      dropOrder: providerSort,
      changes: z.object({ offset: z.number().int().min(0).max(1_000_000), limit: z.number().int().min(1).max(100) }),
      markSeen: z.object({ upTo: z.number().int().min(0) }),
      exportFile: z.object({ choice, format: z.enum(['csv', 'json']) })
    }
  },
  invoices() {
    const key = z.object({ key: recordKey() })
    const keys = z.array(recordKey()).min(1).max(MOST_SELECTED)
    const day = z.string().refine(isDay).nullable()
    const decimal = z.string().refine(isDecimal).nullable()
    const choice = z.object({
      text: z.string().max(200),
      state: z.enum(['all', ...INVOICE_STATES, 'outstanding', 'overdue']),
      from: day,
      to: day,
      least: decimal,
      most: decimal
    })
    const order = z.object({ sort: z.enum(INVOICE_COLUMNS), descending: z.boolean() })
    return {
      page: choice.extend({ ...order.shape, ...range() }),
      invoice: key,
      totals: choice.extend({ keys: keys.optional() }),
      keys: choice.extend(order.shape),
      openLink: key.extend({ which: z.enum(['page', 'pdf']), link: z.enum(['fresh', 'stored']) }),
      savePdf: key,
      openPdf: key,
      dropPdf: key,
      exportFile: z.object({ choice, order, kind: z.enum(EXPORT_KINDS), keys: keys.nullable() })
    }
  },
  app: () => ({
    changeSettings: settingsSchema.partial(),
    refresh: z.object({ topic: z.enum(TOPICS).nullable() }),
    copyText: z.object({ text: z.string().max(4_000_000) }),
    revealFile: z.object({ name: z.string().min(1).max(1024) })
  })
} satisfies Inputs

type Schemas = Partial<Record<string, z.ZodType>>

const made = new Map<string, Schemas>()

function schemasOf(domain: string): Schemas {
  const known = made.get(domain)
  if (known) return known
  const make = (inputs as Partial<Record<string, () => Schemas>>)[domain]
  const schemas = make?.() ?? {}
  made.set(domain, schemas)
  return schemas
}

const nothing = z.undefined()

export const inputOf = (domain: string, method: string): z.ZodType => schemasOf(domain)[method] ?? nothing
