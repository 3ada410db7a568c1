import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PROJECT } from '../../support/packaging.ts'

const read = (name: string): unknown => JSON.parse(readFileSync(resolve(PROJECT, name), 'utf8'))

/** What this project uses of Renovate's options: a misspelt one is an error here. */
const rule = z.strictObject({
  description: z.string(),
  matchPackageNames: z.array(z.string()).optional(),
  matchUpdateTypes: z.array(z.enum(['major', 'minor', 'patch', 'pin', 'digest', 'pinDigest'])).optional(),
  groupName: z.string().optional(),
  schedule: z.array(z.literal('at any time')).optional(),
  minimumReleaseAge: z.literal('7 days').nullable().optional(),
  prPriority: z.int().optional(),
  enabled: z.boolean().optional(),
  allowedVersions: z.string().optional()
})
const config = z
  .strictObject({
    $schema: z.url(),
    extends: z.array(z.string()),
    ignorePaths: z.array(z.string()),
    rangeStrategy: z.literal('pin'),
    osvVulnerabilityAlerts: z.boolean(),
    lockFileMaintenance: z.object({ minimumReleaseAge: z.literal('7 days') }),
    packageRules: z.array(rule)
  })
  .parse(read('renovate.json'))

type Rule = z.infer<typeof rule>

/** What Renovate makes of its rules for one update: of several that match, a later one wins. */
const settingsFor = (name: string, type: string): Partial<Rule> =>
  Object.assign(
    { schedule: ['weekly'] },
    ...config.packageRules.filter(
      ({ matchPackageNames: names, matchUpdateTypes: types = [type] }) =>
        types.includes(type) && (names === undefined || names.includes('*') || names.includes(name))
    )
  ) as Partial<Rule>

describe('renovate.json', () => {
  it('has Electron’s patches come at once and alone', () => {
    const { schedule, minimumReleaseAge, groupName } = settingsFor('electron', 'patch')
    expect([schedule, minimumReleaseAge]).toEqual([['at any time'], null])
    expect(settingsFor('vue', 'patch').groupName).not.toBe(groupName)
  })

  it.each(['vue', 'node', 'actions/checkout'])('has updates of %s come once a week, seven days old', (name) => {
    expect(config.extends).toEqual(expect.arrayContaining(['schedule:weekly', ':maintainLockFilesWeekly']))
    for (const type of ['minor', 'patch'])
      expect(settingsFor(name, type)).toMatchObject({ schedule: ['weekly'], minimumReleaseAge: '7 days' })
  })

  it('groups what should break nothing, and leaves each major version on its own', () => {
    for (const type of ['minor', 'patch', 'digest'])
      expect(settingsFor('vue', type).groupName).toBe(settingsFor('zod', type).groupName)
    expect(settingsFor('vue', 'major').groupName).toBeUndefined()
    expect(settingsFor('node', 'major').enabled).toBe(false)
  })

  it('has rules only for packages that are there', () => {
    const versions = z.record(z.string(), z.string())
    const { devDependencies } = z.object({ devDependencies: versions }).parse(read('package.json'))
    const { dependencies } = z.object({ dependencies: versions }).parse(read('test/bench/package.json'))
    const named = config.packageRules.flatMap(({ matchPackageNames = [] }) => matchPackageNames)
    const wanted = { ...devDependencies, ...dependencies }
    expect(named.filter((name) => name !== '*' && !Object.hasOwn(wanted, name))).toEqual([])
  })

  it('updates the packages of the bench, too: the preset would leave out a folder “test”', () => {
    expect(config.ignorePaths).toEqual(['**/node_modules/**'])
  })
})
