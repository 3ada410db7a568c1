/** A refresh that is killed at any moment: the file is sound, and shows one list, whole. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { hash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { folder } from '../storage/fixtures.ts'
import { NODE_COMPILE_CACHE } from '../../support/catalogue-worker.ts'
import { DEEP } from '../../support/depth.ts'
import { beside, openCatalogue, fileIn } from './catalogue.ts'
import type { Phase } from './crash-child.ts'
import { listOf, randomFrom } from './crash-lists.ts'

const KILLS = DEEP ? 200 : 25
/** Processes at a time. */
const LANES = [0, 1]
/** Aimed at in turn. */
const PHASES = ['opening', 'arriving', 'storing', 'storing', 'storing', 'idle'] as const satisfies Phase[]
/** Given, a run is made again, as far as the computer's own pace can be. */
const SEED = Number(process.env['PORTSIDE_CRASH_SEED'] ?? Date.now() % 2 ** 31)
const CHILD = fileURLToPath(new URL('crash-child.ts', import.meta.url))

test(
  `killed ${KILLS} times (PORTSIDE_CRASH_SEED=${SEED}), each reopening is clean and whole`,
  { timeout: 900_000 },
  async () => {
    const died: Record<Phase, number> = { opening: 0, arriving: 0, storing: 0, idle: 0 }
    const editions = await Promise.all(
      LANES.map(async (lane) => {
        const path = folder()
        const random = randomFrom(SEED + lane)
        const lasted: Record<Phase, number> = { opening: 100, arriving: 30, storing: 100, idle: 2 }
        let edition = -1
        for (let kill = lane; kill < KILLS; kill += LANES.length) {
          const wanted = PHASES[Math.floor(kill / LANES.length) % PHASES.length] ?? 'storing'
          const phase = await runAndKill(path, wanted, random, lasted)
          died[phase] += 1
          const found = await isWhole(path)
          expect(found, 'nothing that was stored is lost').toBeGreaterThanOrEqual(edition)
          edition = found
        }
        return edition
      })
    )
    process.stdout.write(`killed while ${JSON.stringify(died)}; editions reached: ${editions.join(', ')}\n`)
    expect(died.storing).toBeGreaterThanOrEqual(KILLS / 10)
    expect(died.opening + died.arriving).toBeGreaterThan(0)
    expect(Math.min(...editions)).toBeGreaterThan(KILLS / 20)
  }
)

/** @param lasted milliseconds of each phase so far; updated @returns the phase in which the process was killed */
async function runAndKill(
  path: string,
  wanted: Phase,
  random: () => number,
  lasted: Record<Phase, number>
): Promise<Phase> {
  const child = spawn(process.execPath, [CHILD, path], {
    env: { ...process.env, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const gone = once(child, 'exit')
  let toSkip = Math.floor(random() * 2)
  let now: Phase = 'opening'
  let since = performance.now()
  let killing: Promise<void> | null = null
  for await (const line of createInterface(child.stdout)) {
    expect(['opening', 'arriving', 'storing', 'idle'], 'what it says').toContain(line)
    if (now !== line) lasted[now] = performance.now() - since
    now = line as Phase
    since = performance.now()
    if (killing || now !== wanted || (now !== 'opening' && toSkip-- > 0)) continue
    // A little more than the phase takes: its last moments count, too.
    killing = after(random() * lasted[wanted] * 1.2).then(() => void child.kill('SIGKILL'))
  }
  await killing
  expect(await gone).toEqual([null, 'SIGKILL'])
  return now
}

/** Looks at a copy, so that the next process finds the file as it was left. @returns the edition that is stored; -1: none */
async function isWhole(path: string): Promise<number> {
  const copy = folder()
  for (const side of ['', '-wal']) {
    if (existsSync(fileIn(path) + side)) copyFileSync(fileIn(path) + side, fileIn(copy) + side)
  }
  const catalogue = openCatalogue(copy)
  expect(catalogue.condition()).toBe('fine')
  await catalogue.ensureIndexed()
  const db = beside(copy)
  const all = (sql: string): Record<string, unknown>[] => db.prepare(sql).all()
  expect(all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])

  const [about] = all('SELECT fetched_at FROM topics')
  const edition = about ? Number(about['fetched_at']) : -1
  const list = about ? listOf(edition) : []
  const ids = list.map(({ id }) => id)
  for (const index of ['product_texts', 'product_names']) {
    db.exec(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`)
    expect(all(`SELECT count(*) AS n FROM ${index}_docsize`)).toEqual([{ n: list.length }])
  }
  expect(all('SELECT position, row ->> 0 AS name FROM products ORDER BY position')).toEqual(
    list.map(({ name }, position) => ({ position, name }))
  )
  const records = all('SELECT raw, key FROM product_records JOIN products USING (position) ORDER BY position')
  expect(records.map(({ raw }) => JSON.parse(String(raw)) as unknown)).toEqual(list)
  expect(records.map(({ key }) => JSON.parse(String(key)) as unknown)).toEqual(ids)
  const hashes = all('SELECT hex(hashes) AS hashes FROM record_hashes').map((row) => String(row['hashes']))
  expect(hashes.join('').toLowerCase()).toBe(list.map((one) => hash('sha256', JSON.stringify(one))).join(''))
  for (const word of new Set(list.map(({ weight }) => `edition${String(weight)}`))) {
    const found = all(`SELECT rowid AS position FROM product_texts WHERE product_texts MATCH '${word}' ORDER BY rowid`)
    expect(found.map(({ position }) => position)).toEqual(
      list.flatMap(({ weight }, position) => (`edition${String(weight)}` === word ? [position] : []))
    )
  }
  expect(all('SELECT max(CAST(at AS INTEGER)) AS newest FROM changes')).toEqual([
    { newest: edition > 0 ? edition : null }
  ])
  db.close()
  catalogue.close()
  rmSync(copy, { recursive: true })
  return edition
}
