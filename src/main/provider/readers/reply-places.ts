/** The places in a reply that a definition could name; for inSlices. */
import type { Json } from '../../../shared/models/json.ts'
import { isFieldPath } from '../../../shared/models/provider.ts'
import { TRIAL_LIMITS, type TrialPlace } from '../../../shared/models/provider-trial.ts'
import { isObject, type JsonObject } from './records.ts'
import { isCredentialName } from '../../../shared/models/credential-names.ts'
import type { Redact } from './security/redaction.ts'

/** Levels below the body. */
const DEEPEST = 4
/** Names that are looked at: a reply may have a hundred thousand. */
const MOST_NAMES = 5000

type Places = Generator<void, TrialPlace[], void>

/** Lists with at least one object. */
export const listPlaces = (body: Json, redact: Redact): Places =>
  placesIn(body, redact, (value) => (Array.isArray(value) ? value.filter(isObject).length : 0))

/**
 * Objects with at least one value.
 * @param read the record in the body that was read: only others are offered
 */
export const recordPlaces = (body: Json, redact: Redact, read?: JsonObject): Places =>
  placesIn(body, redact, (value) =>
    isObject(value) && value !== read
      ? Object.values(value).filter((one) => one !== null && typeof one !== 'object').length
      : 0
  )

function* placesIn(body: Json, redact: Redact, count: (value: Json) => number): Places {
  const found: TrialPlace[] = []
  let names = 0
  const within = function* (object: JsonObject, around: string, depth: number): Generator<void, void, void> {
    for (const [name, value] of Object.entries(object)) {
      yield
      names += 1
      if (names > MOST_NAMES || found.length >= TRIAL_LIMITS.places) return
      const place = around + name
      if (name.includes('.') || !isFieldPath(place) || isCredentialName(name) || redact(place) !== place) continue
      const here = count(value)
      if (here > 0) found.push({ place, count: here })
      if (isObject(value) && depth < DEEPEST) yield* within(value, `${place}.`, depth + 1)
    }
  }
  if (isObject(body)) yield* within(body, '', 1)
  return found
}
