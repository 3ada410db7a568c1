/** What may be said of a failure; without schemas, so that the page judges by the same rules as main. */
import type { Failure, FailureCode } from './error.ts'

/** It is the system's password store that could not be used (VAULT_*). */
export const isOfVault = ({ code }: Pick<Failure, 'code'>): boolean => code.startsWith('VAULT_')

const UNREACHED: readonly FailureCode[] = ['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']
/** Whoever was asked was not reached at all. */
export const isUnreached = ({ code }: Pick<Failure, 'code'>): boolean => UNREACHED.includes(code)
