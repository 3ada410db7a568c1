/** How to speak to an account's provider: a built-in definition or the owner's own, and what differs from it. Never a secret. */
import type { ProviderId } from '../providers/built-in.ts'
import type { InvoiceState } from './invoice.ts'
import type { ProviderDefinition } from './provider.ts'

/**
 * Of a saved connection whose provider this version doesn't know, or that can't be read. What is saved of it stays, and
 * nobody is asked until the user chooses a provider.
 */
export const UNKNOWN_PROVIDER = 'unknown'

export const isUnknownProvider = ({ provider }: Pick<Connection, 'provider'>): boolean => provider === UNKNOWN_PROVIDER

export type DefinitionChanges = {
  [S in Exclude<keyof ProviderDefinition, 'baseUrl'>]?: ProviderDefinition[S] | undefined
}

/** What it doesn't name is as in the built-in definition. */
export type Connection = DefinitionChanges & {
  /** null: the definition is the owner's own. */
  provider: ProviderId | typeof UNKNOWN_PROVIDER | null
  /** Origin and optional path prefix, no trailing slash, no query; https, or http to loopback. */
  baseUrl: string
  /** The user name of Basic that the owner entered. */
  user?: string | undefined
}

/** The definition that a connection stands for. */
export type Definition = ProviderDefinition & { baseUrl: string }

export interface InvoiceStatus {
  status: string
  isNumber: boolean
  count: number
  state: InvoiceState
}

export const MOST_STATUSES = 50

/** Host and port of a base URL. */
export const hostIn = (baseUrl: string): string | null =>
  /^https?:\/\/(?<host>[^/?#@]+)(?:[/?#]|$)/.exec(baseUrl)?.groups?.['host'] ?? null

export const STATUS_PATTERN = /^(?!\s)[^\p{C}]{1,100}(?<!\s)$/u
export const isStatus = (text: string): boolean => STATUS_PATTERN.test(text)

export const statusKey = (text: string): string => text.trim().toLowerCase()

export const LONGEST_ADDRESS = 2048

/** In characters: a link in the provider's data that may open in the browser. */
export const LONGEST_LINK = 4096

/** `http;//host` and `https//host` would be read as hosts of these names. */
export const hasMistypedScheme = (address: string): boolean => /^https?(?!:\/\/)[^a-z\d.-]+[a-z\d[]/i.test(address)

/** A host as the URL parser writes it. The parser takes other characters too, which no name has. */
export const isHost = (hostname: string): boolean => /^(\[[\da-f:.]+\]|[\w.-]+)$/i.test(hostname)

/** `hostname` as in URL: lower case, IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(name)
}
