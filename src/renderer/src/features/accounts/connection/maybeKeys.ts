/** Texts of a connection that look like a key. A connection isn't kept in the keychain, so its owner is asked about each. */
import type { Connection } from '../../../../../shared/models/connection.ts'
import { holdsCredential, maybeKeysIn } from '../../../../../shared/models/credential-text.ts'
import { AUTHORIZED_ENDPOINTS } from '../../../../../shared/models/provider.ts'
import { definitionOf } from '../../../../../shared/providers/definition.ts'

const CALLS = [...AUTHORIZED_ENDPOINTS, 'health', 'signIn'] as const

export interface MaybeKey {
  part: 'baseUrl' | 'user' | (typeof CALLS)[number]
  text: string
}

export function maybeKeysOf(connection: Connection): MaybeKey[] {
  const definition = definitionOf(connection)
  const { authorization, baseUrl } = definition
  const pathsOf = (part: (typeof CALLS)[number]): string[] => [
    definition[part]?.path ?? '',
    ...(part === 'signIn' ? [definition.signIn?.fallbackPath ?? ''] : [])
  ]
  const inPaths = CALLS.flatMap((part) =>
    pathsOf(part)
      .flatMap(maybeKeysIn)
      .map((text) => ({ part, text }))
  )
  const user = connection.user ?? (authorization.scheme === 'Basic' ? authorization.user : undefined) ?? ''
  const segments = URL.parse(baseUrl)?.pathname.split('/') ?? []
  return [
    ...segments.filter(holdsCredential).map((text) => ({ part: 'baseUrl' as const, text })),
    ...(holdsCredential(user) ? [{ part: 'user' as const, text: user }] : []),
    ...inPaths
  ]
}
