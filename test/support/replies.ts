/**
 * What each call of the contract answers, as zod schemas: tests check every reply by them. They are strict, so that a reply has
 * no room for a token or for anything else that the contract doesn't name.
 */
import { z } from 'zod'
import { SETTING_NAMES } from '../../src/shared/models/settings.ts'
import { MOST_UNKNOWN, REFUSALS } from '../../src/shared/models/transfer.ts'
import { accountSchema, connectionSchema, settingsSchema } from '../../src/main/schemas.ts'
import { CHANGE_KINDS, LICENCE_PIECE, PART_NAMES } from '../../src/shared/models/about.ts'
import { CREDENTIAL_STATES, MOST_ACCOUNTS, SAMPLE_DATA } from '../../src/shared/models/account.ts'
import { PRODUCT_CHANGE_KINDS } from '../../src/shared/models/change.ts'
import { PROFILE_GROUPS } from '../../src/shared/models/profile.ts'
import { CONNECTION_CHECK_STEPS, FACT_NAMES, STEP_STATES, VERDICTS } from '../../src/shared/models/connection-check.ts'
import { isDay } from '../../src/shared/models/day.ts'
import { isDecimal } from '../../src/shared/models/decimal.ts'
import { invoiceFields, productFields } from '../../src/shared/models/fields.ts'
import { NOTE_KINDS, TOPICS } from '../../src/shared/models/freshness.ts'
import {
  INVOICE_KINDS,
  INVOICE_STATES,
  MOST_CURRENCIES,
  MOST_LINES,
  MOST_NUMBERS,
  MOST_REASONS,
  MOST_SUMS,
  OVERVIEW_ROWS,
  type InvoiceField
} from '../../src/shared/models/invoice.ts'
import { HIDDEN_FIELDS, MOST_LABELS, MOST_SORT_ORDERS, type ProductField } from '../../src/shared/models/product.ts'
import {
  MOST_PLAN_ROWS,
  PLAN_INTERVALS,
  PLAN_STATES,
  QUANTITY_UNITS,
  TRAFFIC_UNITS
} from '../../src/shared/models/plan.ts'
import { PLAN_PLACES } from '../../src/shared/models/provider.ts'
import { PROXY_PASSWORD_PLACES } from '../../src/shared/models/network-proxy.ts'
import { TRIAL_LIMITS, type TrialField } from '../../src/shared/models/provider-trial.ts'
import { FOLDER_PROBLEMS, MOST_LISTED_PDFS, PATTERN_PROBLEMS } from '../../src/shared/models/pdf-folder.ts'
import { COMPARED_VALUES, DIAGNOSTIC_PARTS } from '../../src/shared/models/diagnostics.ts'
import { UPDATE_PROBLEMS } from '../../src/shared/models/updates.ts'
import { NOTIFICATION_STATES, SHORTCUT_STATES } from '../../src/shared/models/desktop.ts'
import type { Domain, Method, Output } from '../../src/shared/ipc/contract.ts'
import { ERROR_CODES, FILE_REASONS, FORM_REASONS, FOUND_INSTEAD } from '../../src/shared/ipc/error.ts'

const text = z.string().nullable()
const flag = z.boolean().nullable()
const count = z.number().int().nonnegative()
const nothing = z.null()
const settingName = z.enum(SETTING_NAMES)
/** The log's, each value of which may have been replaced by a longer word. */
const MOST_PART_CHARACTERS = 512 * 1024

export const errorInfoSchema = z.strictObject({
  code: z.enum(ERROR_CODES),
  host: z.string().optional(),
  providerMessage: z.string().optional(),
  status: z.number().int().optional(),
  retryAt: z.string().optional(),
  found: z.enum(FOUND_INSTEAD).optional(),
  part: z.string().max(300).optional(),
  why: z
    .strictObject({
      reason: z.enum([...FORM_REASONS, ...FILE_REASONS]),
      values: z.string().optional(),
      least: z.string().optional(),
      most: z.string().optional()
    })
    .optional(),
  proxy: z.string().max(300).optional()
})

export const readingNoteSchema = z.strictObject({
  kind: z.enum(NOTE_KINDS),
  count: z.number().int().positive(),
  field: z.string().optional()
})
const notes = z.array(readingNoteSchema)
const partial = z.strictObject({ received: count, total: count.nullable() }).nullable()
const freshness = z.strictObject({
  fetchedAt: text,
  refreshing: z.boolean(),
  error: errorInfoSchema.nullable(),
  notes,
  partial,
  revision: count
})

const account = z.strictObject(accountSchema.shape)
const accountLine = z.strictObject({
  account,
  credential: z.enum(CREDENTIAL_STATES),
  keychainError: errorInfoSchema.nullable(),
  provider: z.strictObject({
    name: z.string(),
    topics: z.array(z.enum(TOPICS)).readonly(),
    hasProductCall: z.boolean(),
    hasInvoiceCall: z.boolean(),
    sortsProducts: z.boolean(),
    pricesProducts: z.boolean(),
    followsDocument: z.boolean(),
    missingStatus: z.enum(INVOICE_STATES).nullable(),
    paymentTermDays: z.number().nullable(),
    billing: z.strictObject({ page: z.enum(['billing', 'website']), host: z.string(), isOwn: z.boolean() }).nullable()
  })
})
const everyState = { accounts: z.array(accountLine), pendingDeletions: count }
const sessionStateSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('signedOut'), previous: account.nullable(), ...everyState }),
  z.strictObject({ status: z.literal('signedIn'), ...accountLine.shape, ...everyState })
])

const lockStateSchema = z.strictObject({
  enabled: z.boolean(),
  locked: z.boolean(),
  system: z.boolean(),
  triesLeft: count,
  waitUntil: text
})

export const connectionCheckReportSchema = z.strictObject({
  id: count,
  baseUrl: z.string(),
  startedAt: z.string(),
  running: z.boolean(),
  issues: z.array(z.strictObject({ topic: z.enum(TOPICS), notes })),
  steps: z.array(
    z.strictObject({
      step: z.enum(CONNECTION_CHECK_STEPS),
      state: z.enum(STEP_STATES),
      verdict: z.enum(VERDICTS),
      durationMs: z.number().nullable(),
      facts: z.array(z.strictObject({ name: z.enum(FACT_NAMES), value: z.string() })),
      error: errorInfoSchema.nullable()
    })
  )
})

const proxyState = { password: z.enum(PROXY_PASSWORD_PLACES), fromCommandLine: z.boolean() }
const decimalSchema = z.string().refine(isDecimal)
const pdfFolderState = z.strictObject({
  folder: text,
  progress: z.strictObject({ done: count, total: count }).nullable(),
  problem: z.strictObject({ kind: z.enum(FOLDER_PROBLEMS), since: z.iso.datetime() }).nullable(),
  notFetched: count,
  lastSavedAt: z.iso.datetime().nullable()
})

const profileFields = z.array(
  z.strictObject({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })
)
export const profileViewSchema = z.strictObject({
  title: text,
  email: text,
  blocked: z.strictObject({ reason: text, since: text }).optional(),
  balance: z.strictObject({ amount: decimalSchema, currency: text }).optional(),
  groups: z.strictObject({
    person: profileFields,
    address: profileFields,
    company: profileFields,
    account: profileFields,
    other: profileFields
  }),
  dropped: count
})

const TRIAL_FIELDS = [
  ...Object.keys(invoiceFields),
  ...Object.keys(productFields),
  ...Object.values(PROFILE_GROUPS).flat(),
  ...PLAN_PLACES,
  'balance'
] as TrialField[]

const FIELD_VALUES = {
  id: z.string(),
  text,
  date: text,
  integer: z.number().int().nullable(),
  flag,
  requiredFlag: z.boolean(),
  data: text,
  amount: decimalSchema
}
export const productSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(productFields).map(([name, { type }]) => [name, FIELD_VALUES[type].optional()])
  ) as { [F in ProductField]: z.ZodOptional<(typeof FIELD_VALUES)[(typeof productFields)[F]['type']]> }
)

const productRow = z.strictObject({
  key: z.string(),
  name: text,
  tagline: text,
  label: text,
  isFeatured: flag,
  isAllowed: flag,
  isAvailable: flag,
  isInMarketplace: flag,
  weight: z.number().nullable(),
  hasImage: z.boolean(),
  iconName: text,
  price: z.strictObject({ amount: decimalSchema, currency: text, interval: text }).exactOptional(),
  foundIn: z.strictObject({ field: z.enum(HIDDEN_FIELDS), text: z.string().max(200) }).exactOptional()
})
const productView = z.strictObject({
  view: z
    .strictObject({
      row: productRow,
      product: productSchema.omit({ longHtmlDescription: true }),
      hasLongDescription: z.boolean(),
      raw: z.string(),
      unknownFields: z.array(z.string()),
      notes
    })
    .nullable(),
  freshness
})
const storedSortOrder = z.strictObject({
  key: z.string().min(1).max(200),
  reverse: z.boolean(),
  fetchedAt: z.string(),
  edition: z.number().int()
})
const productChange = z.strictObject({
  id: count,
  at: z.string(),
  kind: z.enum(PRODUCT_CHANGE_KINDS),
  key: z.string(),
  name: text,
  fields: z.array(z.strictObject({ field: z.string(), before: text, after: text, cut: z.boolean() })),
  moreFields: count,
  seen: z.boolean(),
  listed: z.boolean()
})

const decimal = decimalSchema.nullable()
const day = z.string().refine(isDay).nullable()
const byState = <T extends z.ZodType>(value: T) => z.record(z.enum(INVOICE_STATES), value)
const invoiceValues = Object.fromEntries(
  Object.entries(invoiceFields).map(([name, { type }]) => [name, type === 'amount' ? decimal : text])
) as Record<InvoiceField, typeof text>
export const invoiceSchema = z.strictObject({
  ...invoiceValues,
  key: z.string(),
  state: z.enum(INVOICE_STATES),
  kind: z.enum(INVOICE_KINDS).nullable(),
  statusIsNumber: z.boolean(),
  otherWords: text,
  calledOverdue: z.boolean(),
  issuedDay: day,
  dueDay: day,
  dueBy: z.enum(['provider', 'term']).nullable(),
  dueUnread: z.boolean(),
  hasPage: z.boolean(),
  hasPdf: z.boolean()
})
const accountInvoice = invoiceSchema.extend({ account: z.string() })
const missingAccount = z.strictObject({
  id: z.string(),
  why: z.enum(['signedOut', 'unavailable', 'notFetched', 'noInvoices', 'outdated']),
  error: errorInfoSchema.nullable()
})
const missing = z.array(missingAccount)
const money = z.strictObject({ amount: decimalSchema, currency: text })
const accountPlan = z.strictObject({
  account: z.string(),
  key: z.string(),
  name: text,
  state: z.enum(PLAN_STATES).nullable(),
  providerState: text,
  price: money.nullable(),
  interval: z.enum(PLAN_INTERVALS).nullable(),
  started: day,
  renews: day,
  ends: day,
  periodEnds: day,
  quantity: z.strictObject({ amount: decimalSchema, unit: z.enum(QUANTITY_UNITS).nullable() }).nullable(),
  traffic: z
    .strictObject({
      unit: z.enum(TRAFFIC_UNITS),
      limit: z.union([decimalSchema, z.literal('unlimited')]).nullable(),
      used: decimal,
      left: decimal
    })
    .nullable(),
  failedPayments: count.nullable(),
  renewsAutomatically: flag
})
const exported = z.strictObject({
  name: text,
  invoices: count,
  pdfs: count,
  missing: count,
  reasons: z
    .array(
      z.strictObject({
        account: z.string(),
        why: z.string(),
        invoices: z.strictObject({ count, numbers: z.array(z.string()).max(MOST_NUMBERS) }).nullable()
      })
    )
    .max(MOST_REASONS),
  moreReasons: count
})
export const invoiceLineSchema = z.strictObject({ text, quantity: decimal, unitAmount: decimal, amount: decimal })

const status = z.strictObject({
  reach: z.enum(['unknown', 'online', 'unreachable', 'offline']),
  refreshing: z.array(z.enum(TOPICS)),
  othersRefreshing: z.boolean(),
  nextTryAt: text,
  storage: z.enum(['fine', 'rebuilt', 'memory']),
  lostSettings: z.array(z.union([settingName, z.literal('pdfFolder')])).readonly(),
  folderProblem: z.enum(FOLDER_PROBLEMS).nullable(),
  update: z.strictObject({ kind: z.enum(['available', 'ready']), version: z.string() }).nullable(),
  openInvoices: count.nullable(),
  isOpenLeast: z.boolean(),
  isOpenOutdated: z.boolean(),
  failed: z.array(z.enum(TOPICS)),
  refusal: errorInfoSchema.nullable(),
  unseenChanges: count,
  products: count.nullable()
})
const settings = z.strictObject(settingsSchema.shape)
const host = z.strictObject({ host: text })

const amounts = z.array(z.strictObject({ currency: text, amount: decimalSchema })).max(MOST_SUMS)
const owedFields = {
  open: count.nullable(),
  unknown: count,
  withoutStatus: count,
  isPartial: z.boolean(),
  overdue: count,
  openAmounts: amounts,
  overdueAmounts: amounts,
  deducted: amounts,
  unusedCredits: amounts,
  credits: amounts,
  openWithoutAmount: count,
  dueUnread: count,
  oldestOpenDay: text,
  overdueSince: text,
  nextDueDay: text,
  byTerm: z.object({ overdueSince: z.boolean(), nextDueDay: z.boolean() }),
  withoutCurrency: z.number(),
  moreCurrencies: z.strictObject({
    openAmounts: count,
    overdueAmounts: count,
    deducted: count,
    unusedCredits: count,
    credits: count
  })
}
const invoiceSummary = z.strictObject({
  total: count,
  owed: z.strictObject(owedFields),
  byState: z.strictObject({ settled: count, void: count, credit: count }),
  paidThisYear: z.strictObject({ invoices: count, amounts, moreCurrencies: count }),
  paidWithoutDay: count
})

const invoiceStatuses = z
  .array(
    z.strictObject({
      status: z.string(),
      isNumber: z.boolean(),
      count: z.number().int().positive(),
      state: z.enum(INVOICE_STATES)
    })
  )
  .max(200)

const trialPlace = z.string().max(TRIAL_LIMITS.place)
const trialText = z.string().max(TRIAL_LIMITS.text)
const trialValue = z
  .json()
  .refine((value) => trialText.safeParse(typeof value === 'string' ? value : JSON.stringify(value)).success)
export const providerTrialSchema = z.strictObject({
  asked: text,
  durationMs: count,
  error: errorInfoSchema.nullable(),
  found: count.nullable(),
  partial,
  records: z
    .array(
      z.strictObject({
        came: z
          .array(z.strictObject({ place: trialPlace, value: trialValue, isRead: z.boolean() }))
          .max(TRIAL_LIMITS.fields),
        read: z.array(
          z.strictObject({
            field: z.enum(TRIAL_FIELDS),
            text: trialText.nullable(),
            place: trialPlace.nullable(),
            problem: z.enum(['unreadable', 'empty', 'missing']).nullable()
          })
        ),
        dropped: count
      })
    )
    .max(TRIAL_LIMITS.records),
  claim: z
    .strictObject({
      total: count,
      owed: z.strictObject(owedFields),
      end: z.union([
        z.strictObject({ by: z.literal('word'), word: z.string().min(1).max(64) }),
        z.strictObject({ by: z.enum(['definition', 'silent', 'open']) })
      ])
    })
    .nullable(),
  statuses: invoiceStatuses,
  places: z.array(z.strictObject({ place: trialPlace, count: z.number().int().positive() })).max(TRIAL_LIMITS.places)
})

const updateState = z.strictObject({
  step: z.enum(['off', 'idle', 'checking', 'downloading', 'ready']),
  canInstall: z.boolean(),
  checkedAt: text,
  release: z
    .strictObject({ version: z.string().max(40), notes: z.string().max(4001), date: text, bytes: count })
    .nullable(),
  isSkipped: z.boolean(),
  remindAt: text,
  received: count,
  problem: z.enum(UPDATE_PROBLEMS).nullable(),
  feedHost: text,
  pageHost: text
})

const replies = {
  session: {
    state: sessionStateSchema,
    signIn: sessionStateSchema,
    signInWithToken: sessionStateSchema,
    exploreSample: sessionStateSchema,
    signOut: sessionStateSchema,
    retryKeychain: sessionStateSchema
  },
  accounts: {
    show: sessionStateSchema,
    rename: sessionStateSchema,
    move: sessionStateSchema,
    amounts: z.strictObject({
      accounts: z.array(
        z.strictObject({
          id: z.string(),
          ...owedFields,
          fetchedAt: text,
          error: errorInfoSchema.nullable(),
          balance: z.strictObject({ amount: decimalSchema, currency: text, fetchedAt: z.string() }).nullable()
        })
      )
    }),
    remove: sessionStateSchema,
    eraseEverything: sessionStateSchema
  },
  lock: {
    state: lockStateSchema,
    lock: lockStateSchema,
    unlock: lockStateSchema,
    unlockBySystem: lockStateSchema,
    setPin: lockStateSchema,
    turnOff: lockStateSchema
  },
  connection: {
    change: sessionStateSchema,
    exportFile: z.strictObject({ name: text }),
    // Without a base URL, which the owner enters.
    importFile: z.strictObject({
      connection: z.nullable(z.union([connectionSchema, z.looseObject({ provider: z.null(), baseUrl: z.literal('') })]))
    }),
    problems: z.strictObject({ problems: z.array(errorInfoSchema) }),
    statuses: z.strictObject({ statuses: invoiceStatuses }),
    openDocumentation: z.strictObject({ host: z.string() })
  },
  connectionCheck: {
    start: connectionCheckReportSchema,
    report: z.strictObject({ report: connectionCheckReportSchema.nullable() }),
    cancel: nothing
  },
  providerTrial: { try: providerTrialSchema, cancel: nothing },
  profile: { read: z.strictObject({ profile: profileViewSchema.nullable(), freshness }) },
  catalogue: {
    page: z.strictObject({
      rows: z.array(productRow).max(200),
      matched: count,
      total: count,
      sortOrder: storedSortOrder.nullable(),
      edition: z.number().int(),
      groups: z
        .array(z.strictObject({ label: z.string().nullable(), at: count, count: z.number().int().positive() }))
        .max(MOST_LABELS + 1),
      isIndexing: z.boolean(),
      freshness
    }),
    product: productView,
    refreshProduct: productView,
    openLink: host,
    seek: z.strictObject({ place: count.nullable() }),
    labels: z.strictObject({
      labels: z.array(z.strictObject({ label: z.string(), count: z.number().int().positive() })).max(MOST_LABELS)
    }),
    sortOrders: z.strictObject({ sortOrders: z.array(storedSortOrder).max(MOST_SORT_ORDERS) }),
    fetchSortOrder: z.strictObject({ sortOrder: storedSortOrder.nullable(), error: errorInfoSchema.nullable() }),
    dropSortOrder: nothing,
    changes: z.strictObject({
      rows: z.array(productChange).max(100),
      total: count,
      newest: count,
      isCut: z.boolean(),
      visit: z.iso.datetime()
    }),
    markSeen: nothing,
    markAllSeen: nothing,
    progress: z.strictObject({
      progress: z
        .strictObject({ phase: z.enum(['asking', 'arriving', 'storing']), bytes: count, products: count })
        .nullable()
    }),
    cancelRefresh: nothing,
    exportFile: z.strictObject({ name: text, products: count })
  },
  plans: {
    page: z.strictObject({
      rows: z.array(accountPlan).max(MOST_PLAN_ROWS),
      total: count,
      expected: z.strictObject({
        amounts: z.array(money).max(MOST_SUMS),
        moreCurrencies: count,
        plans: count,
        withoutPrice: count
      }),
      freshness,
      missing
    })
  },
  invoices: {
    page: z.strictObject({
      rows: z.array(accountInvoice).max(200),
      matched: count,
      summary: invoiceSummary,
      freshness,
      missing
    }),
    overview: z.strictObject({
      summary: invoiceSummary,
      due: z.array(accountInvoice).max(OVERVIEW_ROWS),
      paid: z.array(accountInvoice).max(OVERVIEW_ROWS),
      freshness,
      missing
    }),
    invoice: z.strictObject({
      view: z
        .strictObject({
          invoice: accountInvoice,
          lines: z.array(invoiceLineSchema).max(MOST_LINES),
          moreLines: count,
          pageHost: text,
          pdfHost: text,
          keptPdf: z.strictObject({ at: z.string(), bytes: count }).nullable(),
          raw: z.string(),
          notes,
          receivedAt: text
        })
        .nullable(),
      freshness
    }),
    totals: z.strictObject({
      amounts: z
        .array(
          z.strictObject({ currency: text, invoices: count, total: decimalSchema, byState: byState(decimalSchema) })
        )
        .max(MOST_SUMS),
      withoutAmount: count,
      moreCurrencies: count
    }),
    keys: z.strictObject({ rows: z.array(z.strictObject({ key: z.string(), number: text })) }),
    months: z.strictObject({
      currencies: z
        .array(
          z.strictObject({
            currency: text,
            months: z
              .array(
                z.strictObject({
                  month: z.string().regex(/^\d{4}-\d\d$/),
                  invoices: count,
                  amount: decimalSchema,
                  open: decimalSchema,
                  unknown: decimalSchema
                })
              )
              .length(12),
            unknown: decimalSchema
          })
        )
        .max(MOST_CURRENCIES),
      leftOut: count
    }),
    refreshInvoice: z.strictObject({ error: errorInfoSchema.nullable() }),
    openLink: host,
    openBilling: z.strictObject({ host: z.string() }),
    savePdf: z.strictObject({ name: text, kept: z.boolean() }),
    openPdf: nothing,
    dropPdf: nothing,
    exportFile: exported,
    previewForAccountant: z.strictObject({
      shares: z
        .array(
          z.strictObject({
            id: z.string(),
            invoices: count,
            undated: count,
            missing: missingAccount.nullable(),
            partial
          })
        )
        .max(MOST_ACCOUNTS)
    }),
    exportForAccountant: exported,
    exportProgress: z.strictObject({
      progress: z.strictObject({ done: count, total: count, pdfs: count, missing: count }).nullable()
    }),
    cancelExport: nothing
  },
  proxy: {
    state: z.strictObject(proxyState),
    savePassword: z.strictObject({ ...proxyState, error: errorInfoSchema.nullable() }),
    removePassword: z.strictObject(proxyState)
  },
  pdfFolder: {
    state: pdfFolderState,
    chooseFolder: pdfFolderState,
    preview: z.strictObject({
      examples: z.array(z.string()).max(3),
      problem: z.strictObject({ kind: z.enum(PATTERN_PROBLEMS), part: text }).nullable()
    }),
    saved: z.strictObject({
      rows: z
        .array(
          z.strictObject({
            id: z.string(),
            account: z.string(),
            number: z.string(),
            path: z.string(),
            at: z.iso.datetime(),
            exists: flag
          })
        )
        .max(MOST_LISTED_PDFS),
      total: count
    }),
    reveal: nothing,
    retry: pdfFolderState
  },
  transfer: {
    exportFile: z.strictObject({ name: text, accounts: count, leftOut: z.array(z.string()) }),
    openFile: z.strictObject({
      file: z
        .strictObject({
          id: count,
          accounts: z
            .array(
              z.strictObject({
                label: z.string(),
                kind: z.enum(['password', 'token', 'sample']),
                email: text,
                provider: z.string(),
                host: z.string(),
                isOfFile: z.boolean()
              })
            )
            .readonly(),
          known: z.array(z.string()).readonly(),
          refused: z.array(z.strictObject({ name: text, place: count, reason: z.enum(REFUSALS) })).readonly(),
          settings: z.strictObject({
            changes: settings.partial(),
            unchanged: count,
            invalid: z.array(settingName).readonly(),
            unknown: z.array(z.string().max(40)).max(MOST_UNKNOWN).readonly(),
            moreUnknown: count
          })
        })
        .nullable()
    }),
    addAccounts: sessionStateSchema
  },
  diagnostics: {
    report: z.strictObject({
      id: count,
      head: z.string().max(2000),
      uncompared: z.array(z.enum(COMPARED_VALUES)),
      parts: z.array(
        z.strictObject({ name: z.enum(DIAGNOSTIC_PARTS), text: z.string().max(MOST_PART_CHARACTERS), replaced: count })
      )
    }),
    save: z.strictObject({ name: text })
  },
  about: {
    info: z.strictObject({
      version: z.string(),
      parts: z.record(z.enum(PART_NAMES), text),
      system: z.strictObject({ platform: z.string(), version: z.string(), architecture: z.string() }),
      dataFolder: z.string(),
      logFolder: z.string(),
      settingsFile: z.string(),
      hasChromiumLicences: z.boolean()
    }),
    licences: z.array(z.strictObject({ key: z.string(), name: z.string(), version: z.string(), licence: z.string() })),
    licenceText: z.strictObject({ text: z.string().max(LICENCE_PIECE), next: count.nullable() }),
    changes: z.strictObject({
      version: z.string(),
      date: text,
      groups: z.array(z.strictObject({ kind: z.enum(CHANGE_KINDS), entries: z.array(z.string()) }))
    }),
    open: nothing
  },
  updates: {
    state: updateState,
    check: updateState,
    install: updateState,
    stopInstalling: updateState,
    skip: updateState,
    unskip: updateState,
    remindLater: updateState,
    restart: nothing,
    openPage: z.strictObject({ host: z.string() })
  },
  app: {
    info: z.strictObject({
      version: z.string(),
      platform: z.string(),
      dataFolder: z.string(),
      locale: z.string(),
      languages: z.array(z.string()),
      sample: z.enum(SAMPLE_DATA)
    }),
    settings,
    messages: z.strictObject({ language: z.string(), json: z.string() }),
    changeSettings: settings,
    acceptLostSettings: nothing,
    desktop: z.strictObject({
      tray: z.boolean(),
      startsWithSystem: flag,
      notifications: z.enum(NOTIFICATION_STATES),
      shortcut: z.enum(SHORTCUT_STATES)
    }),
    pauseShortcut: nothing,
    status,
    refresh: status,
    copyText: nothing,
    reportError: nothing,
    revealFile: nothing,
    takeRoute: z.strictObject({ path: z.string().startsWith('/').nullable(), account: z.string().nullable() })
  }
} satisfies { [D in Domain]: { [M in Method<D>]: z.ZodType<Output<D, M>> } }

export function replyOf(domain: string, method: string): z.ZodType {
  const schema = (replies as Record<string, Record<string, z.ZodType>>)[domain]?.[method]
  if (schema === undefined) throw new Error(`no call ${domain}.${method}`)
  return schema
}
