/** Compares the answers of an area with the table, and keeps them for the end of the run. */
import { appendFileSync } from 'node:fs'
import { afterEach, expect } from 'vitest'
import { ANSWERS, currentRun, isRecording, readRows, type Line } from './files.ts'
import { areaOf, expectedAnswer, type Answer, type Row } from './outcomes.ts'

/** By a name in the area: the question and its answer. */
export type Asked = Record<string, [question: string, answer: unknown]>

export class Answers {
  readonly #area: string
  readonly #rows: ReadonlyMap<string, Row>
  readonly #run = currentRun()
  readonly #asked = new Set<string>()
  #hasFailed = false

  constructor(area: string) {
    this.#area = area
    this.#rows = new Map(readRows().map((row) => [row.id, row]))
    afterEach(({ task }) => {
      this.#hasFailed ||= task.result?.state === 'fail'
    })
  }

  /** All of them are kept before the first difference fails the test. */
  compare(asked: Asked): void {
    const given = Object.entries(asked).map(([name, [question, answer]]) => ({
      id: `${this.#area}/${name}`,
      question,
      answer: JSON.parse(JSON.stringify(answer)) as Answer
    }))
    for (const one of given) {
      if (this.#asked.has(one.id)) throw new Error(`${one.id} was asked before: give it another name.`)
      this.#asked.add(one.id)
      keep(one)
    }
    if (isRecording) return
    const answers = Object.fromEntries(given.map(({ id, answer }) => [id, answer]))
    const expected = Object.fromEntries(given.map(({ id, answer }) => [id, this.#expected(id, answer)]))
    expect(answers, 'docs/conformance.md tells what to do about a difference').toEqual(expected)
  }

  /** Call in the last test. Fails for rows of the table that nobody asks any more; after another failure, nobody knows. */
  complete(): void {
    if (!this.#hasFailed) keep({ complete: this.#area })
    if (this.#hasFailed || isRecording) return
    const rows = [...this.#rows.keys()].filter((id) => areaOf(id) === this.#area)
    expect(rows.filter((id) => !this.#asked.has(id))).toEqual([])
  }

  #expected(id: string, answer: Answer): Answer | undefined {
    const row = this.#rows.get(id)
    if (!row) return undefined
    const expected = expectedAnswer(row, this.#run)
    return expected === null ? answer : expected.answer
  }
}

const keep = (line: Line): void => appendFileSync(ANSWERS, `${JSON.stringify(line)}\n`)
