/** How the conformance table is compared, recorded and counted. */
import { describe, expect, it } from 'vitest'
import { readRows } from '../../conformance/files.ts'
import {
  expectedAnswer,
  problemsIn,
  tally,
  toText,
  withAnswers,
  type Row,
  type Run
} from '../../conformance/outcomes.ts'

const HOST: Run = { where: null }
const LINUX: Run = { where: '45.4.1 linux-x64' }
const MACOS: Run = { where: '45.4.1 darwin-arm64' }

const unproven: Row = { id: 'app/a', question: 'A?', host: 1, electron: null, where: null }
const proven: Row = { ...unproven, electron: 2, where: '45.4.1 linux-x64' }
const different: Row = { ...proven, known: 'a reason' }

describe('the expected answer', () => {
  it.each([
    ['of the host, before Electron was asked', unproven, HOST, 1],
    ['of the host, once Electron was asked', proven, HOST, 2],
    ['of the host, with a known difference', different, HOST, 1],
    ['of Electron, as it was recorded', proven, LINUX, 2],
    ['of Electron, with a known difference', different, LINUX, 2]
  ])('%s', (_, row, run, answer) => {
    expect(expectedAnswer(row, run)).toEqual({ answer })
  })

  it.each([
    ['of Electron, if it was never asked', unproven, LINUX],
    ['of Electron on another platform', proven, MACOS]
  ])('%s, is any', (_, row, run) => {
    expect(expectedAnswer(row, run)).toBeNull()
  })
})

describe('the table', () => {
  it('of this project is sorted, and each difference in it has a reason', () => {
    const rows = readRows()
    expect(rows.length).toBeGreaterThan(200)
    expect(problemsIn(rows)).toEqual([])
  })

  it('must have a reason for a difference, and none without one', () => {
    expect(problemsIn([proven])).toEqual([expect.stringContaining('"known" has no reason')])
    expect(problemsIn([different])).toEqual([])
    expect(problemsIn([{ ...different, electron: 1 }])).toEqual([expect.stringContaining('remove "known"')])
    // A reason may be known from Electron's source before Electron is asked.
    expect(problemsIn([{ ...unproven, known: 'a reason' }])).toEqual([])
    expect(problemsIn([{ ...unproven, host: { a: 1, b: 2 }, electron: { b: 2, a: 1 }, where: 'x' }])).toEqual([])
  })

  it('has each id once, in order', () => {
    expect(problemsIn([unproven, unproven])).toHaveLength(1)
    expect(problemsIn([{ ...unproven, id: 'app/b' }, unproven])).toHaveLength(1)
  })

  it('has one row a line', () => {
    const text = toText([unproven, different])
    expect(text.split('\n')).toHaveLength(5)
    expect(JSON.parse(text)).toEqual([unproven, different])
    expect(JSON.parse(toText([]))).toEqual([])
  })
})

describe('recording', () => {
  const given = (id: string, answer: number) => ({ id, question: 'New?', answer })

  it('keeps the answers of the other runtime, and reasons', () => {
    expect(withAnswers([different], [given('app/a', 3)], HOST, new Set())).toEqual([
      { ...different, question: 'New?', host: 3 }
    ])
    expect(withAnswers([different], [given('app/a', 3)], MACOS, new Set())).toEqual([
      { ...different, question: 'New?', electron: 3, where: '45.4.1 darwin-arm64' }
    ])
  })

  it('adds and sorts new questions on the host; on Electron they have no answer of the host', () => {
    const rows = withAnswers([{ ...unproven, id: 'app/b' }], [given('app/a', 3)], HOST, new Set())
    expect(rows.map(({ id, where }) => [id, where])).toEqual([
      ['app/a', null],
      ['app/b', null]
    ])
    expect(() => withAnswers([], [given('app/a', 3)], LINUX, new Set())).toThrow('record it on the host first')
  })

  it('removes questions that nobody asks, of areas that were asked completely', () => {
    const rows = [unproven, { ...unproven, id: 'app/b' }, { ...unproven, id: 'fault/c' }]
    const left = (...complete: string[]): string[] =>
      withAnswers(rows, [given('app/a', 1)], HOST, new Set(complete)).map(({ id }) => id)
    expect(left()).toEqual(['app/a', 'app/b', 'fault/c'])
    expect(left('app')).toEqual(['app/a', 'fault/c'])
  })
})

describe('the line at the end', () => {
  const given = [{ id: 'app/a', question: 'A?', answer: 3 }]

  it('counts what Electron never answered, and known differences', () => {
    const rows = [unproven, { ...different, id: 'app/b' }]
    expect(tally(rows, given, HOST)).toBe('1 answers on the host, 1 of 2 unproven on Electron, 1 known differences')
  })

  it('names what Electron answers otherwise for the first time on a platform', () => {
    const line = (row: Row, run = LINUX): string => tally([row], given, run)
    expect(line(unproven)).toContain('1 unrecorded differences (app/a)')
    expect(line(proven, MACOS)).toContain('1 unrecorded differences (app/a)')
    expect(line({ ...unproven, host: 3 })).not.toContain('unrecorded')
    expect(line({ ...proven, electron: 3 }, MACOS)).not.toContain('unrecorded')
    expect(line({ ...unproven, known: 'a reason' })).not.toContain('unrecorded')
    expect(line(proven)).not.toContain('unrecorded')
  })
})
