/** out/changes.json: what CHANGELOG.md says about this version. The build fails without it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

/** The headings of keepachangelog.com, in its order. */
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']

export function writeChanges(out = join(ROOT, 'out')) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const changes = changesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
  writeFileSync(join(out, 'changes.json'), `${JSON.stringify(changes)}\n`)
}

/**
 * @param {string} changelog
 * @param {string} version
 * @returns {{ version: string, date: string | null, groups: { kind: string, entries: string[] }[] }} `date` null: not released yet
 * @throws Error if the version has no section, or one that can't be shown as it is
 */
export function changesOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const section = sections.find((each) => each.startsWith(`[${version}] - `))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## [${version}] - date".`)
  const [heading, ...groups] = section.split(/^### /m)
  const date = heading.slice(`[${version}] - `.length).trim()
  if (date !== 'Unreleased' && !/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`CHANGELOG.md: "${date}" is no date.`)
  if (groups.length === 0) throw new Error(`CHANGELOG.md says nothing about ${version}.`)
  return { version, date: date === 'Unreleased' ? null : date, groups: groups.map(groupOf) }
}

function groupOf(text) {
  const [title, ...lines] = text.trim().split('\n')
  if (!KINDS.includes(title)) throw new Error(`CHANGELOG.md: "${title}" is none of ${KINDS.join(', ')}.`)
  const [before, ...entries] = ['', ...lines].join('\n').split('\n- ')
  if (before.trim() !== '' || entries.length === 0) throw new Error(`CHANGELOG.md: "${title}" isn’t a list of "- ".`)
  return { kind: title.toLowerCase(), entries: entries.map(entryOf) }
}

/** The app shows an entry as plain text. */
function entryOf(entry) {
  const text = entry.trim().replace(/\s+/g, ' ')
  if (text === '' || /[`*<>[\]]/.test(text))
    throw new Error(`CHANGELOG.md: "${text}" must be plain text without marks.`)
  return text
}
