/** Every call that crosses the bridge, with its input and output. Main's handlers and the page's types derive from it. */
import { z } from 'zod'
import { LONGEST_TOKEN } from '../models/account-rules.ts'
import { labelSchema, sessionStateSchema } from '../models/account.ts'
import { connectionSchema, invoiceStatusSchema } from '../models/connection.ts'
import { connectionCheckReportSchema } from '../models/connection-check.ts'
import { freshnessSchema, TOPICS } from '../models/freshness.ts'
import {
  exportProgressSchema,
  invoiceChoiceSchema,
  invoiceMonthsSchema,
  invoiceOrderSchema,
  invoicePageSchema,
  invoiceQuerySchema,
  invoiceTotalsSchema,
  invoiceViewSchema
} from '../models/invoice.ts'
import { lockStateSchema, pinSchema } from '../models/lock.ts'
import { changePageSchema, changeSpanSchema } from '../models/change.ts'
import {
  labelCountSchema,
  MOST_LABELS,
  MOST_ORDERS,
  providerSortSchema,
  productChoiceSchema,
  productPageSchema,
  productQuerySchema,
  productSeekSchema,
  productViewSchema,
  storedOrderSchema
} from '../models/product.ts'
import { profileViewSchema } from '../models/profile.ts'
import { progressSchema } from '../models/progress.ts'
import { appInfoSchema, desktopSchema, settingsSchema, statusSchema } from '../models/settings.ts'
import { errorInfoSchema, type ErrorInfo } from './error.ts'
import type { CALL_NAMES, PushName } from './names.ts'

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I
  output: O
}
const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> => ({ input, output })

const nothing = z.undefined()
const key = z.object({ key: z.string().min(1).max(2048) })
const accountId = z.object({ id: z.string().min(1).max(64) })
/** The account that signs in again; null: whoever it turns out to be. */
const again = z.string().min(1).max(64).nullable()

export const calls = {
  session: {
    state: call(nothing, sessionStateSchema),
    signIn: call(
      z.object({
        connection: connectionSchema,
        email: z.string().max(320),
        password: z.string().max(4096),
        code: z.string().max(64).optional(),
        again
      }),
      sessionStateSchema
    ),
    useToken: call(
      z.object({ connection: connectionSchema, token: z.string().max(LONGEST_TOKEN), again }),
      sessionStateSchema
    ),
    exploreSample: call(nothing, sessionStateSchema),
    /**
     * Removes the token of an account. `erase` also deletes what is saved of it, with its key. If the open account leaves,
     * the next one that is signed in opens.
     */
    signOut: call(accountId.extend({ erase: z.boolean() }), sessionStateSchema),
    /** Asks the system's password store again: for the open account's token or to keep it, and for pending deletions. */
    retryKeychain: call(nothing, sessionStateSchema)
  },
  accounts: {
    /** Opens another account. One that is signed out can't be opened: UNAUTHORIZED. */
    switch: call(accountId, sessionStateSchema),
    rename: call(accountId.extend({ label: labelSchema }), sessionStateSchema),
    /** Puts it at that place of the list, from 0. */
    move: call(accountId.extend({ to: z.number().int().min(0).max(10_000) }), sessionStateSchema),
    /** Signs out, and deletes all that is saved of it and its record. */
    remove: call(accountId, sessionStateSchema),
    /**
     * Removes every account, every entry in the password store, every file and setting, the lock included.
     * @throws KEYCHAIN_* when an entry can't be removed: those before it are gone, and no file is deleted yet. With `leaveEntries`
     * an entry that can't be removed becomes a pending deletion.
     */
    eraseEverything: call(z.object({ leaveEntries: z.boolean() }), sessionStateSchema)
  },
  /** While the app is locked, only these are answered, and `app.info`, `app.settings` and `accounts.eraseEverything`. */
  lock: {
    state: call(nothing, lockStateSchema),
    /** Locks at once. BAD_REQUEST without a PIN. */
    now: call(nothing, lockStateSchema),
    /** WRONG_PIN, with retryAt when one has to wait. */
    unlock: call(z.object({ pin: z.string().max(1024) }), lockStateSchema),
    /** Lets the system ask; CANCELLED when the person doesn't answer it, BAD_REQUEST where it can't ask. */
    unlockBySystem: call(nothing, lockStateSchema),
    /** Sets the PIN, or another one: `current` is the one before, null when none is set. */
    setPin: call(z.object({ pin: pinSchema, current: z.string().max(1024).nullable() }), lockStateSchema),
    turnOff: call(z.object({ pin: z.string().max(1024) }), lockStateSchema)
  },
  connection: {
    /**
     * Changes how the open account's platform is spoken to. A token belongs to the origin that it was given for: with
     * another origin the account has to sign in again, and keeps what is stored.
     */
    change: call(connectionSchema, sessionStateSchema),
    /** Asks where to, and writes the connection as a JSON file, which has no secret in it. null: the person decided otherwise. */
    exportFile: call(connectionSchema, z.object({ name: z.string().nullable() })),
    /** Asks which file, and reads it; nothing is changed by that. null: the person decided otherwise. */
    importFile: call(nothing, z.object({ connection: connectionSchema.nullable() })),
    /** The statuses in the open account's invoices, most frequent first. */
    statuses: call(nothing, z.object({ statuses: z.array(invoiceStatusSchema).max(200) }))
  },
  connectionCheck: {
    /** Starts a check, of the open account (null) or of a connection not signed in to; one that runs is cancelled. */
    run: call(z.object({ connection: connectionSchema.nullable() }), connectionCheckReportSchema),
    /** The latest check of this launch. */
    report: call(nothing, z.object({ report: connectionCheckReportSchema.nullable() })),
    cancel: call(nothing, z.null())
  },
  profile: {
    read: call(nothing, z.object({ profile: profileViewSchema.nullable(), freshness: freshnessSchema }))
  },
  catalogue: {
    page: call(productQuerySchema, productPageSchema.extend({ freshness: freshnessSchema })),
    product: call(key, z.object({ view: productViewSchema.nullable(), freshness: freshnessSchema })),
    /** Fetches the one product anew and answers with what is stored after that. */
    refreshProduct: call(key, z.object({ view: productViewSchema.nullable(), freshness: freshnessSchema })),
    /** Opens an address that the product's long description names, in the person's browser; https only. Answers with the host; null: of the sample, nothing is opened. */
    openLink: call(key.extend({ address: z.string().min(1).max(4096) }), z.object({ host: z.string().nullable() })),
    /** The place in the list of the row sought; null: there is none. */
    seek: call(productSeekSchema, z.object({ place: z.number().int().nullable() })),
    /** The labels that occur, most frequent first. */
    labels: call(nothing, z.object({ labels: z.array(labelCountSchema).max(MOST_LABELS) })),
    /** Orders of the platform's that are stored, the one fetched last first. */
    orders: call(nothing, z.object({ orders: z.array(storedOrderSchema).max(MOST_ORDERS) })),
    /** Asks the platform for its products in that order, and stores the order. `error`: why that didn't work. */
    fetchOrder: call(
      providerSortSchema,
      z.object({ order: storedOrderSchema.nullable(), error: errorInfoSchema.nullable() })
    ),
    dropOrder: call(providerSortSchema, z.null()),
    changes: call(changeSpanSchema, changePageSchema),
    /** The person has seen the changes up to this id. */
    markSeen: call(z.object({ upTo: z.number().int().min(0) }), z.null()),
    /** How far the refresh is that is under way; null: none is. */
    progress: call(nothing, z.object({ progress: progressSchema.nullable() })),
    /** Ends the refresh that is under way; what is stored stays as it was. */
    cancelRefresh: call(nothing, z.null()),
    /** Asks where to, and writes what is chosen as a file. `name` null: the person decided otherwise. */
    exportFile: call(
      z.object({ choice: productChoiceSchema, format: z.enum(['csv', 'json']) }),
      z.object({ name: z.string().nullable(), products: z.number().int() })
    )
  },
  invoices: {
    page: call(invoiceQuerySchema, invoicePageSchema.extend({ freshness: freshnessSchema })),
    invoice: call(key, z.object({ view: invoiceViewSchema.nullable(), freshness: freshnessSchema })),
    /** What the chosen invoices add up to. */
    totals: call(invoiceChoiceSchema, invoiceTotalsSchema),
    /** The last twelve months, whatever is chosen. */
    months: call(nothing, invoiceMonthsSchema),
    /**
     * Opens the hosted page or PDF in the person's browser; https only. 'fresh' asks the platform for its invoices first, because
     * such links expire; 'stored' opens what is known. Answers with the host opened; null: nothing went
     * to the browser, as with the sample, whose PDF the system's viewer opens.
     */
    openLink: call(
      key.extend({ which: z.enum(['page', 'pdf']), link: z.enum(['fresh', 'stored']) }),
      z.object({ host: z.string().nullable() })
    ),
    /**
     * Fetches the PDF, keeps an encrypted copy, and writes it where the person says. `name` null: the person decided
     * otherwise. `kept`: the copy can be opened later, also offline. One at a time: BAD_REQUEST while another invoice's is
     * saved; the same one is joined.
     */
    savePdf: call(key, z.object({ name: z.string().nullable(), kept: z.boolean() })),
    /** Opens the kept copy in the system's viewer. NOT_FOUND when there is none. One at a time, as savePdf. */
    openPdf: call(key, z.null()),
    /** Deletes the kept copy. */
    dropPdf: call(key, z.null()),
    /**
     * Asks where to, and writes the chosen invoices: as CSV, or as a ZIP with their PDFs, the CSV, and a list of the PDFs that
     * are missing and why. `name` null: the person decided otherwise. CANCELLED when it was ended: no file is left.
     * One at a time: BAD_REQUEST while another one is under way.
     */
    exportFile: call(
      z.object({ choice: invoiceChoiceSchema, order: invoiceOrderSchema, kind: z.enum(['csv', 'zip']) }),
      z.object({
        name: z.string().nullable(),
        invoices: z.number().int(),
        pdfs: z.number().int(),
        missing: z.number().int()
      })
    ),
    /** How far the export is that is under way; null: none is. */
    exportProgress: call(nothing, z.object({ progress: exportProgressSchema.nullable() })),
    cancelExport: call(nothing, z.null())
  },
  app: {
    info: call(nothing, appInfoSchema),
    settings: call(nothing, settingsSchema),
    changeSettings: call(settingsSchema.partial(), settingsSchema),
    desktop: call(nothing, desktopSchema),
    status: call(nothing, statusSchema),
    /** Fetches one topic, or all of them; ends when the try ended, its outcome is in the topic's freshness. */
    refresh: call(z.object({ topic: z.enum(TOPICS).nullable() }), statusSchema),
    /** Puts text on the system's clipboard, which is closed to the page. */
    copyText: call(z.object({ text: z.string().max(4_000_000) }), z.null()),
    /** The route that main asks the page to show, for example `/invoices/<key>`; it is answered once. null: none. */
    takeRoute: call(nothing, z.object({ path: z.string().startsWith('/').nullable() }))
  }
} as const satisfies { [D in keyof typeof CALL_NAMES]: Record<(typeof CALL_NAMES)[D][number], Call> }

export type Calls = typeof calls
export type Domain = keyof Calls
export type Method<D extends Domain> = keyof Calls[D]
/** Input of a call; `undefined` for those that take none. */
export type Input<D extends Domain, M extends Method<D>> =
  Calls[D][M] extends Call<infer I, z.ZodType> ? z.infer<I> : never
export type Output<D extends Domain, M extends Method<D>> =
  Calls[D][M] extends Call<z.ZodType, infer O> ? z.infer<O> : never

export type PushPayload = { revision: number }

export type Envelope<T> = { ok: true; data: T } | { ok: false; error: ErrorInfo }

type CallArguments<I> = undefined extends I ? [] : [input: I]

/** What the preload exposes as `window.portside`. */
export type Bridge = {
  [D in Domain]: {
    [M in Method<D>]: (...input: CallArguments<Input<D, M>>) => Promise<Envelope<Output<D, M>>>
  }
} & {
  /** Listens to a push; the returned function ends that. */
  on: (name: PushName, listener: (payload: PushPayload) => void) => () => void
}

/** What main must answer: one function for every call, no more, no less. */
export type Handlers = {
  [D in Domain]: {
    [M in Method<D>]: (input: Input<D, M>) => Promise<Output<D, M>> | Output<D, M>
  }
}
