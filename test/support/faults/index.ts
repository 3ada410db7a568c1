/** Every fault there is, by family. */
import { bodyFaults } from './bodies.ts'
import { bombFaults } from './bombs.ts'
import { connectionFaults } from './connection.ts'
import { echoFaults } from './echoes.ts'
import { encodingFaults } from './encodings.ts'
import type { NamedFault } from './fault.ts'
import { framingFaults } from './framing.ts'
import { handshakeFaults } from './handshakes.ts'
import { oddFaults } from './oddities.ts'
import { redirectFaults } from './redirects.ts'
import { slowFaults } from './slowness.ts'
import { statusFaults } from './statuses.ts'
import { waitingFaults } from './waiting.ts'

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
