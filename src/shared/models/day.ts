/**
 * Calendar days as "YYYY-MM-DD". The day of a platform's date is the one that it names on its face; it is never shifted to
 * this computer's time zone. Today is the person's own day.
 */
import { z } from 'zod'
import { isDay } from './day-rules.ts'

export const daySchema = z.string().refine(isDay)
export type Day = z.infer<typeof daySchema>
