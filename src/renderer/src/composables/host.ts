/** The platform of an account, to name it in sentences. */
import type { Account } from '../../../shared/model/account.ts'

/** Host and port of its base address; null when that is none. */
export const hostOf = ({ connection }: Account): string | null => URL.parse(connection.baseAddress)?.host ?? null
