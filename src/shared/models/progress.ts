/** How far a refresh of the catalogue is. */
import { z } from 'zod'

export const progressSchema = z.object({
  /** `asking`: nothing has come yet; `arriving`: it is being received and read; `storing`: all is here. */
  phase: z.enum(['asking', 'arriving', 'storing']),
  /** Received so far, after decompression. */
  bytes: z.number().int(),
  /** Read so far. */
  products: z.number().int()
})
export type Progress = z.infer<typeof progressSchema>
