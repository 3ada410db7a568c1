/** The table in outcomes.json: what the host and Electron answer to each question (docs/conformance.md). */

export type Answer = null | boolean | number | string | Answer[] | { [name: string]: Answer }

export interface Given {
  id: string
  question: string
  answer: Answer
}

export interface Row {
  /** The area, and a name in it. */
  id: string
  question: string
  host: Answer
  electron: Answer
  /** Electron's version and platform of its answer; null: Electron was never asked. */
  where: string | null
  /** Why the answers differ, if they may. */
  known?: string
}

/** `where` as in a row; null on the host. */
export interface Run {
  where: string | null
}

const isUnproven = ({ where }: Row): boolean => where === null

/** Whether Electron was asked where this run is: on another platform it may answer otherwise. */
const isRecordedHere = (row: Row, { where }: Run): boolean =>
  row.where !== null && where !== null && platformOf(row.where) === platformOf(where)

const platformOf = (where: string): string | undefined => where.split(' ')[1]

/** Electron's answer, once it is recorded, is right on both runtimes, unless a difference is known. null: any answer is right. */
export function expectedAnswer(row: Row, run: Run): { answer: Answer } | null {
  const { host, electron, known } = row
  if (run.where === null) return { answer: known === undefined && !isUnproven(row) ? electron : host }
  return isRecordedHere(row, run) ? { answer: electron } : null
}

/** Answers by a stable order of their members, so that equal ones have equal text. */
const textOf = (answer: Answer): string =>
  JSON.stringify(answer, (_name, value: Answer) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value
  )

const isSame = (one: Answer, other: Answer): boolean => textOf(one) === textOf(other)

/** What is wrong with the table itself, whatever is answered now. */
export function problemsIn(rows: readonly Row[]): string[] {
  return rows.flatMap((row, at) => {
    const { id, host, electron, known } = row
    const before = rows[at - 1]
    const isSorted = before === undefined || before.id < id
    const differs = !isUnproven(row) && !isSame(host, electron)
    return [
      ...(isSorted ? [] : [`${id}: rows are in the order of their ids, each once`]),
      ...(differs && known === undefined
        ? [`${id}: the host answers otherwise than Electron, and "known" has no reason`]
        : []),
      ...(!isUnproven(row) && !differs && known !== undefined ? [`${id}: both answer the same, so remove "known"`] : [])
    ]
  })
}

/**
 * The table with these answers in it. Each has replaced its runtime's own.
 * @param complete areas of which every question was asked: rows that weren't are removed
 */
export function withAnswers(
  rows: readonly Row[],
  given: readonly Given[],
  { where }: Run,
  complete: ReadonlySet<string>
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const asked = new Set(given.map(({ id }) => id))
  for (const { id, question, answer } of given) {
    const known = byId.get(id)
    if (!known && where !== null) throw new Error(`${id} is a new question: record it on the host first.`)
    const row = known ?? { id, question, host: answer, electron: null, where: null }
    byId.set(id, { ...row, question, ...(where === null ? { host: answer } : { electron: answer, where }) })
  }
  return [...byId.values()]
    .filter(({ id }) => asked.has(id) || !complete.has(areaOf(id)))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

export const areaOf = (id: string): string => id.slice(0, id.indexOf('/'))

/** One row a line, so that a change of one answer is a change of one line. */
export const toText = (rows: readonly Row[]): string =>
  rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`

/** Ids of the rows that Electron answers for the first time on this platform, and otherwise than the table. */
function unrecordedDifferences(rows: readonly Row[], given: readonly Given[], run: Run): string[] {
  if (run.where === null) return []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return given
    .filter(({ id, answer }) => {
      const row = byId.get(id)
      if (!row || row.known !== undefined || isRecordedHere(row, run)) return false
      return !isSame(isUnproven(row) ? row.host : row.electron, answer)
    })
    .map(({ id }) => id)
}

/** One line for the end of a run. */
export function tally(rows: readonly Row[], given: readonly Given[], run: Run): string {
  const unproven = rows.filter(isUnproven).length
  const known = rows.filter((row) => row.known !== undefined).length
  const different = unrecordedDifferences(rows, given, run)
  return [
    `${given.length} answers on ${run.where === null ? 'the host' : `Electron ${run.where}`}`,
    `${unproven} of ${rows.length} unproven on Electron`,
    `${known} known differences`,
    ...(different.length > 0 ? [`${different.length} unrecorded differences (${different.join(' ')})`] : [])
  ].join(', ')
}
