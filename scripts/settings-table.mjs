/** The table of settings in docs/settings.md, and the names of those that an export leaves out, from the rows of src/shared/models/settings.ts and the English texts. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import prettier from 'prettier'
import page from '../src/shared/i18n/en/page.json' with { type: 'json' }
import { LONGEST_THRESHOLD, SETTING_NAMES, SETTINGS } from '../src/shared/models/settings.ts'
import { PATTERN_LIMITS } from '../src/shared/models/pdf-folder.ts'

export const SETTINGS_FILE = fileURLToPath(new URL('../docs/settings.md', import.meta.url))
const TABLE = /(?<=<!-- settings: npm run schema -->\n).*?(?=<!-- \/settings -->)/s

/** @type {Record<string, string>} titles of the settings page’s sections */
const SECTION_TITLES = page.settings.sectionName

/** @type {Record<string, string>} sections that stand in another one */
const PART_OF = { csv: 'advanced', network: 'advanced', updates: 'advanced' }

/** @type {Record<string, string>} views of the settings that aren’t on the settings page */
const VIEWS = {
  invoiceColumns: 'Invoices',
  invoiceChart: 'Invoices',
  allAccounts: 'Invoices',
  railCollapsed: 'Sidebar'
}

/** @type {Record<string, string>} values of the settings whose check is a function */
const VALUES = {
  language: '`null`: as the system, or a language’s tag, such as `"pt-BR"`',
  region: '`null`: as the system, or a tag with a region, such as `"de-CH"`',
  balanceThreshold: `\`null\`: never, or an amount as text of at most ${LONGEST_THRESHOLD} characters, such as \`"12.50"\``,
  quietHours: '`null`: none, or minutes from midnight, such as `{"from":1320,"to":420}`',
  pdfFolderPattern: `a [pattern](invoices.md#file-names) of at most ${PATTERN_LIMITS.characters} characters`,
  pdfFolderAccounts: '`null`: all, or a list of accounts’ ids',
  pdfFolderFrom: '`null`: every invoice, or a day, such as `"2026-11-01"`',
  globalShortcut: '`null`: none, or keys in Electron’s notation, such as `"Ctrl+Alt+K"`',
  proxy: '[mode and proxy](#use-a-proxy)',
  invoiceColumns: '`null`: the usual ones, or a list, such as `["number","total"]`'
}

/** @type {Record<string, string>} units, and what single values mean */
const NOTES = {
  dueSoonDays: '`0`: on that day only',
  closing: '`"stay"`: in the tray, or minimised',
  lockAfterMinutes: 'with a PIN; `0`: never',
  lockWithScreen: 'with a PIN',
  refreshMinutes: '`0`: only when you ask',
  graphicsProcessor: 'from the next start on'
}

/** @param {unknown} value */
const code = (value) => `\`${JSON.stringify(value)}\``

/** @param {keyof typeof SETTINGS} name */
function valuesOf(name) {
  const setting = SETTINGS[name]
  if ('values' in setting) return setting.values.map(code).join(', ')
  if ('least' in setting) return `${code(setting.least)} to ${code(setting.most)}`
  return typeof setting.default === 'boolean' ? '`true`, `false`' : known(VALUES, name)
}

/** @param {keyof typeof SETTINGS} name */
function placeOf(name) {
  const { group } = SETTINGS[name]
  if (group === null) return known(VIEWS, name)
  const section = known(SECTION_TITLES, group)
  const around = PART_OF[group]
  return around === undefined ? section : `${known(SECTION_TITLES, around)}, ${section}`
}

/** @param {Record<string, string>} table @param {string} name */
function known(table, name) {
  const text = table[name]
  if (text === undefined) throw new Error(`scripts/settings-table.mjs says nothing of ${name}`)
  return text
}

/** @param {keyof typeof SETTINGS} name */
function rowOf(name) {
  const place = `${placeOf(name)}: ${page.settings.label[name]}`
  const note = NOTES[name]
  const values = note === undefined ? valuesOf(name) : `${valuesOf(name)} (${note})`
  return `| \`${name}\` | ${place} | ${values} | ${code(SETTINGS[name].default)} |`
}

/** @returns {Promise<string>} docs/settings.md with the table */
export async function settingsText() {
  const heading = ['| Name | Where | Values | Default |', '| - | - | - | - |']
  const table = [...heading, ...SETTING_NAMES.map(rowOf)].join('\n')
  const local = SETTING_NAMES.filter((name) => SETTINGS[name].isLocal).map((name) => `\`${name}\``)
  const leftOut = `The file for another computer leaves out ${local.join(', ')}.`
  const text = (await readFile(SETTINGS_FILE, 'utf8')).replace(TABLE, () => `\n${table}\n\n${leftOut}\n\n`)
  return prettier.format(text, { ...(await prettier.resolveConfig(SETTINGS_FILE)), parser: 'markdown' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(SETTINGS_FILE, await settingsText())
