/**
 * On Windows, with the installer in dist/: installs the app, runs its smoke test, puts what it writes into the registry, uninstalls it,
 * and looks for what is left.
 * It changes the registry of the user who runs it, so it is for machines that are thrown away, such as CI's.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from '../setup/paths.mjs'
import { OWNER } from './owner.mjs'
import { smokeTest } from './smoke.mjs'

const NAME = OWNER.appId
const EXPLORER = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion'
const CLASS = 'HKCU\\Software\\Classes\\CLSID\\{4C9C1C4E-8B7A-4D0B-9E0B-2B5F3A6D7E11}'
const FOREIGN = 'HKCU\\Software\\Classes\\CLSID\\{4C9C1C4E-8B7A-4D0B-9E0B-2B5F3A6D7E12}'
const LONGEST_UNINSTALL_MS = 60_000

const installed = join(process.env.LOCALAPPDATA ?? '', 'Programs', 'portside')
const program = join(installed, 'Portside.exe')
const uninstaller = join(installed, 'Uninstall Portside.exe')
/** electron-builder's installer leaves a copy of itself there. */
const updates = join(process.env.LOCALAPPDATA ?? '', 'portside-updater')

/** Key, value name ('' is the default value), and what the app writes there. */
const WRITTEN = [
  [`${EXPLORER}\\Run`, NAME, `"${program}" --hidden`],
  [`${EXPLORER}\\Explorer\\StartupApproved\\Run`, NAME, '03'],
  ['HKCU\\Software\\Classes\\portside\\shell\\open\\command', '', `"${program}" "%1"`],
  [`${CLASS}\\LocalServer32`, '', program]
]

const reg = (...args) => spawnSync('reg', args, { encoding: 'utf8' })
const valueArgs = (name) => (name === '' ? ['/ve'] : ['/v', name])
const isThere = ([key, name]) => reg('query', key, ...valueArgs(name)).status === 0
const write = ([key, name, data]) => {
  const { status, stderr } = reg('add', key, ...valueArgs(name), '/d', data, '/f')
  if (status !== 0) throw new Error(`reg add ${key}: ${stderr}`)
}

function run(file, ...args) {
  const { status, error } = spawnSync(file, args)
  if (status !== 0) throw new Error(`${file} ended with ${status ?? error?.message}.`)
}

async function main() {
  const dist = join(ROOT, 'dist')
  const setup = readdirSync(dist).find((name) => /^Portside-Setup-.*\.exe$/.test(name))
  if (setup === undefined) throw new Error('There is no installer in dist/. Run: npm run dist')
  const other = [`${FOREIGN}\\LocalServer32`, '', 'C:\\Windows\\notepad.exe']
  run(join(dist, setup), '/S')
  if (!existsSync(program)) throw new Error(`The installer put no ${program} in place.`)
  const problems = await smokeTest([program])
  if (existsSync(updates)) problems.push(`The installer left ${updates}.`)
  for (const entry of [...WRITTEN, other]) write(entry)

  // The installer runs the old version's uninstaller first, which must leave the entries to the new version.
  run(join(dist, setup), '/S')
  const lost = WRITTEN.filter((entry) => !isThere(entry))
  // The uninstaller copies itself and returns before the copy has done its work.
  run(uninstaller, '/S')
  const end = Date.now() + LONGEST_UNINSTALL_MS
  while (existsSync(uninstaller) && Date.now() < end) await pause(500)
  const left = WRITTEN.filter(isThere)
  const keptOther = isThere(other)
  reg('delete', FOREIGN, '/f')

  for (const problem of problems) process.stderr.write(`check-uninstaller: ${problem}\n`)
  for (const [key, name] of lost) process.stderr.write(`check-uninstaller: an update removed ${key} ${name}\n`)
  for (const [key, name] of left) process.stderr.write(`check-uninstaller: it left ${key} ${name}\n`)
  if (!keptOther) process.stderr.write("check-uninstaller: it removed another program's class\n")
  return problems.length + lost.length + left.length === 0 && keptOther ? 0 : 1
}

process.exitCode = await main()
