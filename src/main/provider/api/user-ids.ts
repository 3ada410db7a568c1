/** The user's id, for `{userId}` in paths: read from the profile once per token, and remembered in memory. */
import { hash } from 'node:crypto'
import { definitionOf } from '../../../shared/providers/definition.ts'
import type { Access, Ask } from '../../ports/index.ts'

const MOST_REMEMBERED = 100

type AskForId = (access: Access, ask: Pick<Ask, 'signal' | 'once'>) => Promise<string>

export class UserIds {
  readonly #askForId: AskForId
  /** By a hash: tokens belong in no key. */
  readonly #known = new Map<string, string>()

  /** @param askForId an error isn't remembered */
  constructor(askForId: AskForId) {
    this.#askForId = askForId
  }

  async of(access: Access, ask: Pick<Ask, 'signal' | 'once'>): Promise<string> {
    const key = keyOf(access)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const id = await this.#askForId(access, ask)
    if (this.#known.size >= MOST_REMEMBERED) this.#known.clear()
    this.#known.set(key, id)
    return id
  }
}

/** With what decides which profile is asked for, and where in it the id is. */
function keyOf({ connection, token }: Access): string {
  const { authorization, profile, profileFields } = definitionOf(connection)
  const { baseUrl, user } = connection
  return hash('sha256', JSON.stringify([baseUrl, user, authorization, profile, profileFields, token]))
}
