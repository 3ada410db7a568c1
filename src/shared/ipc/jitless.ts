/** Imported before any schema: zod would otherwise probe `new Function`, which the content security policy forbids. */
import { z } from 'zod'

z.config({ jitless: true })
