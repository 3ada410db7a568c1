/** What the platform's answers say of a credential. */
import type { ErrorInfo } from '../../shared/ipc/error.ts'

/** It is not accepted, at least not there: an API key may be good for invoices only. */
export const isRefusal = ({ code }: ErrorInfo): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN'
