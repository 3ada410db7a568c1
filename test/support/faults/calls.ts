/** Which calls meet which faults (README.md has the table). */
import { DEEP } from '../depth.ts'
import { KINDS, type Kind, type NamedFault } from './fault.ts'
import { FAMILIES, type Family } from './index.ts'

/** Each call parses bodies with its own reader. All other faults end a request before that, in code that the calls share. */
const BODY_FAMILIES: readonly Family[] = ['body', 'oddity', 'echo']

/** Lists are parsed while they arrive, other bodies when they are complete. A profile is read as a product is. */
const STREAMED: readonly Kind[] = ['list', 'invoices']
const WHOLE: readonly Kind[] = ['sign-in', 'detail']

export interface Meeting {
  fault: NamedFault
  kind: Kind
}

/** A fault meets these calls, and those for which it has an outcome of its own. */
function kindsFor(family: Family, at: number): readonly (Kind | undefined)[] {
  if (family === 'bomb') return DEEP ? [...STREAMED, ...WHOLE] : [...STREAMED, WHOLE[at % WHOLE.length]]
  return DEEP || BODY_FAMILIES.includes(family) ? KINDS : [KINDS[at % KINDS.length]]
}

export function meetings(family: Family): Meeting[] {
  const faults: readonly NamedFault[] = FAMILIES[family]
  return faults.flatMap((fault, at) => {
    const kinds = kindsFor(family, at)
    return KINDS.filter((kind) => kinds.includes(kind) || fault.but?.[kind] !== undefined).map((kind) => ({
      fault,
      kind
    }))
  })
}
