import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWNER } from '../../../scripts/packaging/owner.mjs'
import { hasMakensis, InstallerCompiler } from '../../support/nsis.ts'
import { PROJECT } from '../../support/packaging.ts'

const OWN = readFileSync(join(PROJECT, 'scripts/packaging/installer.nsh'), 'utf8')
const RUN = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion'

// Seconds of a busy computer: makensis takes two for each of its runs.
const timeout = 60_000

describe.skipIf(!hasMakensis)(
  'Windows’ installer (skipped where makensis, Debian’s package nsis, is missing)',
  { timeout },
  () => {
    let folder: string
    let compiler: InstallerCompiler

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'portside-include-'))
      compiler = new InstallerCompiler()
    })
    afterAll(() => {
      compiler.remove()
      rmSync(folder, { recursive: true, force: true })
    })

    it('is one program for both processors, with an uninstaller that removes what the app wrote to the registry', async () => {
      const { log, programs } = await compiler.compile()
      expect(programs).toEqual([expect.stringMatching(/^Portside-Setup-[\d.]+\.exe$/)])
      expect([...log.matchAll(/->"\$PLUGINSDIR\\(app-\w+)\.7z"/g)].map(([, name]) => name)).toEqual([
        'app-arm64',
        'app-64'
      ])
      const removedBy = (macro: string): string[] =>
        (new RegExp(`^!insertmacro: ${macro}\n(.*)^!insertmacro: end of ${macro}$`, 'ms').exec(log)?.[1] ?? '')
          .split('\n')
          .filter((line) => /^(Delete|RMDir)/.test(line))
      expect(removedBy('customInstall')).toEqual([
        'Delete: "$LOCALAPPDATA\\portside-updater\\installer.exe"',
        'RMDir: "$LOCALAPPDATA\\portside-updater"'
      ])
      expect(removedBy('customUnInstall')).toEqual([
        'RMDir: /r "$LOCALAPPDATA\\portside-updater"',
        `DeleteRegValue: ${RUN}\\Run\\${OWNER.appId}`,
        `DeleteRegValue: ${RUN}\\Explorer\\StartupApproved\\Run\\${OWNER.appId}`,
        'DeleteRegKey: HKCU\\Software\\Classes\\portside',
        'DeleteRegKey: HKCU\\Software\\Classes\\CLSID\\$R1'
      ])
    })

    it('isn’t made when our commands use a name that isn’t defined: warnings count as errors', async () => {
      const include = join(folder, 'include.nsh')
      writeFileSync(include, OWN.replace('{APP_ID}', '{APP_IDENTITY}'))
      await expect(compiler.compile(include)).rejects.toThrow('APP_IDENTITY')
    })
  }
)
