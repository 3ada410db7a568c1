/** The app lock: hides what is personal until the person shows who they are. */
import { z } from 'zod'
import { PIN_LENGTH } from './lock-rules.ts'

export const pinSchema = z.string().min(PIN_LENGTH.least).max(PIN_LENGTH.most)

export const lockStateSchema = z.object({
  /** A PIN is set. */
  enabled: z.boolean(),
  locked: z.boolean(),
  /** The system can ask instead (Touch ID). */
  system: z.boolean(),
  /** Wrong PINs that are still let through before one has to wait. */
  triesLeft: z.number().int().nonnegative(),
  /** No PIN is looked at before that (ISO 8601); null: it is at once. */
  waitUntil: z.string().nullable()
})
export type LockState = z.infer<typeof lockStateSchema>
