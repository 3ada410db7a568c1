/** Takes out of a record what must not be kept: fields that look like credentials, at any depth. */
import type { Json } from '../../shared/model/json.ts'
import type { Notes } from './notes.ts'

export interface JsonObject {
  [name: string]: Json
}

/** Values nested deeper than this are left out: nothing that is shown has such depth, and it would break whoever walks it. */
const DEEPEST = 40

/** Names without case and separators. The published profile has passwordHash, securityStamp and others of the family. */
const CREDENTIAL =
  /passw(or)?d|passwrd|pwd|passphrase|passcode|secret|token|jwt|bearer|credential|cookie|fingerprint|apikey|accesskey|privatekey|signingkey|encryptionkey|securitystamp|concurrencystamp|securityflag|recoverycode|backupcode|sessionid|totp|otp(code|seed|key)|^otp$|^pin(code)?$|^salt$|^authorization$/

/** True for names such as passwordHash or api_key. */
export function isCredentialName(name: string): boolean {
  return CREDENTIAL.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''))
}

/**
 * Makes a cleanser for the records of one reply. It gives the record back as it is when there is nothing to take out.
 * A flag (hasPassword: true) and null say nothing secret, so they stay.
 */
export function createCleanser(notes: Notes): (record: JsonObject) => JsonObject {
  // A list has the same few names again and again.
  const verdicts = new Map<string, boolean>()
  const isSecret = (name: string, value: Json): boolean => {
    if (value === null || typeof value === 'boolean') return false
    let verdict = verdicts.get(name)
    if (verdict === undefined) {
      verdict = isCredentialName(name)
      if (verdicts.size < 5000) verdicts.set(name, verdict)
    }
    return verdict
  }

  const object = (from: JsonObject, depth: number): JsonObject => {
    let changed = false
    const kept: [string, Json][] = []
    for (const [name, value] of Object.entries(from)) {
      if (isSecret(name, value)) {
        notes.add('credentialDropped', name)
        changed = true
        continue
      }
      const clean = anything(value, depth)
      if (clean !== value) changed = true
      kept.push([name, clean])
    }
    return changed ? Object.fromEntries(kept) : from
  }

  const anything = (value: Json, depth: number): Json => {
    // JSON text such as 1e999 is read as Infinity, which is no JSON value any more.
    if (typeof value === 'number' && !Number.isFinite(value)) {
      notes.add('wrongType')
      return null
    }
    if (typeof value !== 'object' || value === null) return value
    if (depth >= DEEPEST) {
      notes.add('unknownShape')
      return null
    }
    if (!Array.isArray(value)) return object(value, depth + 1)
    const items = value.map((item) => anything(item, depth + 1))
    return items.some((item, index) => item !== value[index]) ? items : value
  }

  return (record) => object(record, 0)
}
