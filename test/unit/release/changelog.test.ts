import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commitsSinceLastRelease, forgotten, parseCommit, releaseNotes } from '../../../scripts/release/changelog.mjs'

const CHANGES = {
  version: '1.1.0',
  date: '2026-12-01',
  groups: [{ kind: 'added', entries: ['A list of invoices.'] }]
}

const commits = (...subjects: string[]) => subjects.map((subject) => parseCommit(subject))

describe('a commit', () => {
  it.each([
    ['feat: lists', { type: 'feat', scope: null, text: 'lists', isBreaking: false }],
    ['fix(api): a list', { type: 'fix', scope: 'api', text: 'a list', isBreaking: false }],
    ['feat(cli)!: other exit codes', { type: 'feat', scope: 'cli', text: 'other exit codes', isBreaking: true }],
    ['Merge branch main', null],
    ['fix:no space', null]
  ])('is read as a Conventional Commit: %s', (subject, parsed) => {
    expect(parseCommit(subject)).toEqual(parsed)
  })

  it('can say in its footer that it breaks something', () => {
    expect(parseCommit('fix: codes', 'More.\n\nBREAKING CHANGE: exit codes')?.isBreaking).toBe(true)
    expect(parseCommit('fix: codes', 'No BREAKING CHANGE: here')?.isBreaking).toBe(false)
  })
})

describe('the text of a release', () => {
  it('begins with the changelog, and lists the commits that users can notice', () => {
    const list = commits('feat(invoices): a list', 'test: of it', 'fix!: dates', 'perf: faster', 'docs: more')
    expect(releaseNotes(CHANGES, [...list, null])).toBe(
      [
        '### Added\n\n- A list of invoices.\n',
        '<details><summary>Commits</summary>\n',
        '#### Breaking\n\n- dates\n',
        '#### New\n\n- invoices: a list\n',
        '#### Faster\n\n- faster\n',
        '</details>\n'
      ].join('\n')
    )
  })

  it('shows a commit’s text as it is', () => {
    expect(releaseNotes(CHANGES, commits('fix: <b> and NODE_COMPILE_CACHE in `code`'))).toContain(
      '- \\<b\\> and NODE\\_COMPILE\\_CACHE in \\`code\\`\n'
    )
  })

  it('mentions nobody on GitHub', () => {
    expect(releaseNotes(CHANGES, commits('fix: updates @types/node'))).toContain('- updates @\u200btypes/node\n')
  })

  it('fits into a release, however many commits there are', () => {
    const notes = releaseNotes(
      CHANGES,
      commits(...Array.from({ length: 5000 }, (_, at) => `fix: ${at} ${'x'.repeat(80)}`))
    )
    expect(notes.length).toBeLessThan(125_000)
    expect(notes).toContain('And 4800 older commits.')
  })
})

describe('CHANGELOG.md', () => {
  it('is compared with the types of the commits', () => {
    expect(forgotten(CHANGES, commits('feat: a list', 'ci: more'))).toEqual([])
    expect(forgotten(CHANGES, commits('fix: a', 'fix: b'))).toEqual([
      'There are 2 commits of type "fix", and CHANGELOG.md has none of: fixed, changed, security.'
    ])
  })
})

describe('the commits since the last release', () => {
  it('are those after its tag, also when this commit has the tag of the next', () => {
    const root = mkdtempSync(join(tmpdir(), 'portside-commits-'))
    const env = { ...process.env, GIT_CONFIG_GLOBAL: join(root, 'none'), GIT_CONFIG_NOSYSTEM: '1' }
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@portside.invalid']
    const git = (...args: string[]) => execFileSync('git', [...author, ...args], { cwd: root, env })
    const commit = (...messages: string[]) =>
      git('commit', '--allow-empty', '--quiet', ...messages.flatMap((text) => ['--message', text]))
    try {
      git('init', '--quiet')
      commit('feat: first')
      expect(commitsSinceLastRelease(root)).toEqual({
        last: null,
        commits: [expect.objectContaining({ text: 'first' })]
      })
      git('tag', 'v1.9.0')
      commit('fix: second')
      git('tag', 'v1.10.0')
      commit('fix: third', 'BREAKING CHANGE: all')
      commit('feat: fourth')
      git('tag', 'v1.11.0')
      const { last, commits: found } = commitsSinceLastRelease(root)
      expect(last).toBe('v1.10.0')
      expect(found).toEqual([
        { type: 'feat', scope: null, text: 'fourth', isBreaking: false },
        { type: 'fix', scope: null, text: 'third', isBreaking: true }
      ])
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })
})
