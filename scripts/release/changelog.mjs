/**
 * The text of a release: what CHANGELOG.md says to users, then the commits since the last release.
 *
 *     node scripts/release/changelog.mjs > notes.md
 *
 * CHANGELOG.md is written by hand, for users; the commits say whether it forgets something. What it seems to forget is a warning.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { changesOf } from '../build/changes.mjs'
import { ROOT } from '../setup/paths.mjs'

/** Types of commits that a user can notice, in the order in which they are listed (conventionalcommits.org). */
const TYPES = { feat: 'New', fix: 'Fixed', perf: 'Faster' }
/** In which groups of CHANGELOG.md a commit of that type shows. */
const GROUPS = { feat: ['added', 'changed'], fix: ['fixed', 'changed', 'security'], perf: ['changed'] }

/** GitHub takes 125,000 characters; a list of more commits than this is read by nobody. */
const MOST_COMMITS = 200

/**
 * @param {string} subject first line of a commit's message
 * @param {string} [body]
 * @returns {{ type: string, scope: string | null, text: string, isBreaking: boolean } | null} null: not a Conventional Commit
 */
export function parseCommit(subject, body = '') {
  const [, type, scope, mark, text] = /^([a-z]+)(?:\(([^()]+)\))?(!?): (\S.*)$/.exec(subject) ?? []
  if (type === undefined) return null
  return { type, scope: scope ?? null, text, isBreaking: mark === '!' || /^BREAKING[ -]CHANGE: /m.test(body) }
}

/**
 * @param {{ version: string, groups: { kind: string, entries: string[] }[] }} changes the version's section (scripts/build/changes.mjs)
 * @param {ReturnType<typeof parseCommit>[]} commits since the last release, newest first
 * @returns {string} Markdown
 */
export function releaseNotes(changes, commits) {
  const sections = changes.groups.map(({ kind, entries }) =>
    section(`${kind[0].toUpperCase()}${kind.slice(1)}`, entries)
  )
  const noticeable = commits.filter((commit) => commit !== null && (commit.isBreaking || commit.type in TYPES))
  const shown = noticeable.slice(0, MOST_COMMITS)
  const more = noticeable.length - shown.length
  const groups = [
    ['Breaking', shown.filter(({ isBreaking }) => isBreaking)],
    ...Object.entries(TYPES).map(([type, title]) => [title, shown.filter((c) => c.type === type && !c.isBreaking)])
  ].filter(([, list]) => list.length > 0)
  const listed = groups.map(([title, list]) => section(title, list.map(commitLine), '####'))
  const ending = more > 0 ? [`And ${more} older commits.\n`] : []
  const details = ['<details><summary>Commits</summary>\n', ...listed, ...ending, '</details>\n']
  return [...sections, ...(listed.length > 0 ? details : [])].join('\n')
}

const section = (title, lines, mark = '###') => `${mark} ${title}\n\n${lines.map((line) => `- ${line}\n`).join('')}`

const commitLine = ({ scope, text }) => escapeMarkdown(scope === null ? text : `${scope}: ${text}`)

/**
 * A message may name an `<element>` or a NAME_WITH_LINES, which GitHub would show as HTML or in italics. The name `@types/node` would
 * mention the user "types": a space without width after the @ prevents it.
 */
const escapeMarkdown = (text) => text.replace(/[\\`*_<>[\]]/g, '\\$&').replace(/@(?=\w)/g, '@\u200b')

/**
 * @returns {string[]} what CHANGELOG.md seems to forget, one sentence each
 */
export function forgotten(changes, commits) {
  const kinds = changes.groups.map(({ kind }) => kind)
  return Object.entries(GROUPS).flatMap(([type, groups]) => {
    const count = commits.filter((commit) => commit?.type === type).length
    if (count === 0 || groups.some((group) => kinds.includes(group))) return []
    return [`There are ${count} commits of type "${type}", and CHANGELOG.md has none of: ${groups.join(', ')}.`]
  })
}

const SEPARATOR = '\u0000'

/** @returns the tag of the last release before this commit, null without one, and the commits since then */
export function commitsSinceLastRelease(root = ROOT) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-v:refname')
  const [last = null] = tags.split('\n').filter(Boolean)
  const log = git('log', '--no-merges', '-z', '--format=%s%n%b', last === null ? 'HEAD' : `${last}..HEAD`)
  const commits = log
    .split(SEPARATOR)
    .filter((message) => message.trim() !== '')
    .map((message) => {
      const [subject, ...body] = message.split('\n')
      return parseCommit(subject, body.join('\n'))
    })
  return { last, commits }
}

function main() {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const changes = changesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
  const { last, commits } = commitsSinceLastRelease()
  // In a first release, everything is new.
  const warnings = last === null ? [] : forgotten(changes, commits)
  for (const warning of warnings) process.stderr.write(`::warning::${warning}\n`)
  process.stdout.write(releaseNotes(changes, commits))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main()
