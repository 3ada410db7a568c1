/**
 * Part of `npm run dist`: describes the app for software stores, in AppStream's format (freedesktop.org/software/appstream/docs).
 * Owner, texts, releases and pictures come from where they stand already.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changesOf } from '../build/changes.mjs'
import { ROOT } from '../setup/paths.mjs'
import { OWNER } from './owner.mjs'

/** Files of docs/pictures, which the owner publishes below the homepage, and the view that each shows. Stores show the first one first. */
const PICTURES = { overview: 'overview', invoices: 'invoices', 'catalogue-dark': 'catalogue' }
const LANGUAGES = join(ROOT, 'src/shared/i18n')
/** Our tags are BCP 47. AppStream and desktop files have those of gettext. */
export const gettextTag = (tag) => ({ 'pt-BR': 'pt_BR', 'zh-Hans': 'zh_CN' })[tag] ?? tag

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Parts of attributes and texts. */
const escape = (text) => text.replace(/[&<>"]/g, (sign) => SIGNS[sign])

/** An element on lines of its own: a text, or further elements. */
function element(name, content, attributes = {}) {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`)
  const tag = `${name}${given.join('')}`
  if (content === '') return [`<${tag}/>`]
  if (typeof content === 'string') return [`<${tag}>${escape(content)}</${name}>`]
  return [`<${tag}>`, ...content.flat().map((line) => `  ${line}`), `</${name}>`]
}

/** The same element in each language; English is first and has no tag. */
const inEach = (texts, name, get) =>
  Object.entries(texts).flatMap(([tag, messages]) =>
    element(name, get(messages), tag === 'en' ? {} : { 'xml:lang': gettextTag(tag) })
  )

/** @returns the messages `store` and the titles of the views by language, English first */
export function storeTexts(folder = LANGUAGES) {
  const tags = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const sorted = ['en', ...tags.map(({ name }) => name).filter((name) => name !== 'en')]
  const read = (tag, file) => JSON.parse(readFileSync(join(folder, tag, file), 'utf8'))
  return Object.fromEntries(
    sorted.map((tag) => {
      const page = read(tag, 'page.json')
      const titles = Object.fromEntries(Object.values(PICTURES).map((view) => [view, page[view].title]))
      return [tag, { ...read(tag, 'store.json').store, titles }]
    })
  )
}

/** Versions with a date, newest first as in the file. Without one, nobody has that version. */
function releasesIn(changelog) {
  const versions = [...changelog.matchAll(/^## \[(.+)\] - /gm)].map(([, version]) => changesOf(changelog, version))
  return versions.filter(({ date }) => date !== null).map(releaseElement)
}

function releaseElement({ version, date, groups }) {
  const lists = groups.flatMap(({ kind, entries }) => [
    element('p', kind.charAt(0).toUpperCase() + kind.slice(1)),
    element(
      'ul',
      entries.map((entry) => element('li', entry))
    )
  ])
  return element('release', [element('description', lists)], { version, date })
}

/**
 * @param {{ texts: ReturnType<typeof storeTexts>, changelog: string, desktopFile: string, owner?: typeof OWNER }} from
 * @returns the content of `<id>.metainfo.xml`
 */
export function metainfo({ texts, changelog, desktopFile, owner = OWNER }) {
  const { homepage, author } = owner.extraMetadata
  const releases = releasesIn(changelog)
  const features = Object.keys(texts.en.feature)
  const picture = ([name, view], at) =>
    element(
      'screenshot',
      [
        element('image', `${homepage.replace(/\/$/, '')}/pictures/${name}.png`),
        inEach(texts, 'caption', ({ titles }) => titles[view])
      ],
      at === 0 ? { type: 'default' } : {}
    )
  const lines = element(
    'component',
    [
      element('id', owner.appId),
      element('metadata_license', 'CC0-1.0'),
      element('project_license', 'MIT'),
      element('name', 'Portside'),
      inEach(texts, 'summary', ({ summary }) => summary),
      element('developer', [element('name', author.name)], { id: owner.appId.split('.').slice(0, -1).join('.') }),
      element('description', [
        inEach(texts, 'p', ({ about }) => about),
        element(
          'ul',
          features.map((feature) => inEach(texts, 'li', (messages) => messages.feature[feature]))
        )
      ]),
      // In a Flatpak, electron-builder names the desktop file after the app.
      ...[desktopFile, `${owner.appId}.desktop`].map((name) => element('launchable', name, { type: 'desktop-id' })),
      element('url', homepage, { type: 'homepage' }),
      element('screenshots', Object.entries(PICTURES).map(picture)),
      ...(releases.length > 0 ? [element('releases', releases)] : []),
      element('provides', [element('binary', 'portside')]),
      element('content_rating', '', { type: 'oars-1.1' })
    ],
    { type: 'desktop-application' }
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n${lines.join('\n')}\n`
}

/** @returns where it is */
export function writeMetainfo(folder, desktopFile) {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
  const file = join(folder, `${OWNER.appId}.metainfo.xml`)
  mkdirSync(folder, { recursive: true })
  // One of an earlier app id would be packed, too.
  for (const name of readdirSync(folder)) if (name.endsWith('.metainfo.xml')) rmSync(join(folder, name))
  writeFileSync(file, metainfo({ texts: storeTexts(), changelog, desktopFile }))
  return file
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { desktopName } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writeMetainfo(join(ROOT, 'dist', 'metainfo'), desktopName)
}
