/** What may be said of an error; without schemas, so that the page judges by the same rules as main. */
import type { ErrorInfo, ErrorCode } from './error.ts'

/** It is the system's password store that could not be used (KEYCHAIN_*). */
export const isKeychainError = ({ code }: Pick<ErrorInfo, 'code'>): boolean => code.startsWith('KEYCHAIN_')

const UNREACHED: readonly ErrorCode[] = ['OFFLINE', 'TIMEOUT', 'UNREACHABLE', 'TLS', 'PROXY_AUTH']
/** Whoever was asked was not reached at all. */
export const isConnectionError = ({ code }: Pick<ErrorInfo, 'code'>): boolean => UNREACHED.includes(code)
