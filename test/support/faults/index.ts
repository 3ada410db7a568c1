/** All faults by family, and the calls that meet each (README.md has the table). */
import { DEEP } from '../depth.ts'
import { bodyFaults, echoFaults, oddFaults } from './bodies.ts'
import { bombFaults } from './bombs.ts'
import { connectionFaults, handshakeFaults, redirectFaults, slowFaults } from './connections.ts'
import { KINDS, type Kind, type NamedFault } from './fault.ts'
import { encodingFaults, framingFaults } from './framing.ts'
import { statusFaults, waitingFaults } from './statuses.ts'

export const FAMILIES = {
  connection: connectionFaults,
  handshake: handshakeFaults,
  slowness: slowFaults,
  framing: framingFaults,
  encoding: encodingFaults,
  body: bodyFaults,
  oddity: oddFaults,
  status: statusFaults,
  waiting: waitingFaults,
  redirect: redirectFaults,
  echo: echoFaults,
  bomb: bombFaults
} satisfies Record<string, readonly NamedFault[]>

export type Family = keyof typeof FAMILIES

export const FAULTS: readonly NamedFault[] = Object.values(FAMILIES).flat()

/** Each call parses bodies with its own reader. All other faults end a request before that, in code that the calls share. */
const BODY_FAMILIES: readonly Family[] = ['body', 'oddity', 'echo']

/** Lists are parsed while they arrive, other bodies when they are complete. A profile is read as a product is. */
const STREAMED: readonly Kind[] = ['list', 'invoices']
const WHOLE: readonly Kind[] = ['sign-in', 'detail']

/** A fault meets these calls, and those for which it has an outcome of its own. */
function kindsFor(family: Family, at: number): readonly (Kind | undefined)[] {
  // Each takes seconds, and all calls share the code that counts bytes: one call of each kind by turns.
  if (family === 'bomb') return DEEP ? [...STREAMED, ...WHOLE] : [STREAMED, WHOLE].map((kinds) => kinds[at % 2])
  return DEEP || BODY_FAMILIES.includes(family) ? KINDS : [KINDS[at % KINDS.length]]
}

export function meetings(family: Family): { fault: NamedFault; kind: Kind }[] {
  const faults: readonly NamedFault[] = FAMILIES[family]
  return faults.flatMap((fault, at) => {
    const kinds = kindsFor(family, at)
    return KINDS.filter((kind) => kinds.includes(kind) || fault.but?.[kind]).map((kind) => ({ fault, kind }))
  })
}
