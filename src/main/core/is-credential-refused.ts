import type { ErrorInfo } from '../../shared/ipc/error.ts'

/** Whether the provider rejects the credential, at least for this call: an API key may be valid for invoices only. */
export const isRefusal = ({ code }: ErrorInfo): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN'
