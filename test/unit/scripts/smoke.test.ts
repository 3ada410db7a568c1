/** The smoke test of the packaged app, over programs that stand in for it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { packagedProgram, smokeTest } from '../../../scripts/packaging/smoke.mjs'

const folder = mkdtempSync(join(tmpdir(), 'portside-smoke-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A program that prints a report for `--self-test`, an answer for a command, and exits with the code `refusal` for a switch that it refuses. */
function app({
  report = '{"ok":true,"packaged":true}',
  exitCode = 0,
  answer = '{"reason":"nobody"}',
  refusal = 64
} = {}): string[] {
  const file = join(folder, `${crypto.randomUUID()}.mjs`)
  writeFileSync(
    file,
    `if (process.argv.includes('--ignore-certificate-errors')) process.exit(${refusal})
     if (!process.argv.some((arg) => arg.startsWith('--profile-dir='))) process.exit(2)
     const isCommand = process.argv.includes('invoices')
     console.log(isCommand ? ${JSON.stringify(answer)} : ${JSON.stringify(report)})
     process.exitCode = isCommand ? 20 : ${exitCode}`
  )
  return [process.execPath, file]
}

describe('the smoke test', () => {
  it('passes an app that passes its self-test, answers a command and refuses the switch', async () => {
    expect(await smokeTest(app())).toEqual([])
  })

  it.each([
    ['fails its self-test', { report: '{"ok":false,"packaged":true}', exitCode: 1 }, 'failed with 1'],
    ['exits with an error after a good report', { exitCode: 1 }, 'failed with 1'],
    ['is not packaged', { report: '{"ok":true,"packaged":false}' }, 'does not know that it is packaged'],
    ['prints something else', { report: 'Segmentation fault' }, 'printed no report'],
    ['prints more than the report', { report: 'a\n{"ok":true,"packaged":true}' }, 'printed no report'],
    ['answers a command with something else', { answer: '{"reason":"none"}' }, 'The command "invoices" ended with 20'],
    ['answers a command with nothing', { answer: '' }, 'The command "invoices" ended with 20'],
    ['takes the switch', { refusal: 0 }, 'was not refused: exit code 0']
  ])('finds an app that %s', async (_, behaviour, problem) => {
    expect(await smokeTest(app(behaviour))).toEqual([expect.stringContaining(problem)])
  })

  it('finds a check that was skipped, unless this system can’t make it', async () => {
    const checks = {
      notification: 'skipped: No.',
      sandbox: 'skipped: As root.',
      fuses: 'skipped: This isn’t Electron.'
    }
    const report = JSON.stringify({ ok: true, packaged: true, checks })
    const fuses = 'The check "fuses" was skipped: This isn’t Electron.'
    const sandbox = 'The check "sandbox" was skipped: As root.'
    expect(await smokeTest(app({ report }), { platform: 'win32' })).toEqual([sandbox, fuses])
    expect(await smokeTest(app({ report }), { platform: 'darwin', withoutSandbox: true })).toEqual([fuses])
    const all = ['The check "notification" was skipped: No.', sandbox, fuses]
    expect(await smokeTest(app({ report }), { platform: 'linux' })).toEqual(all)
  })

  it('keeps the report for the list of components', async () => {
    const reportFile = join(folder, 'report.json')
    await smokeTest(app(), { reportFile })
    expect(JSON.parse(readFileSync(reportFile, 'utf8'))).toEqual({ ok: true, packaged: true })
  })

  it('finds an app that does not start', async () => {
    const [first] = await smokeTest([join(folder, 'nothing')])
    expect(first).toContain('printed no report')
  })

  it.each([
    ['linux', 'x64', 'linux-unpacked/portside'],
    ['linux', 'arm64', 'linux-arm64-unpacked/portside'],
    ['win32', 'x64', 'win-unpacked/Portside.exe'],
    ['win32', 'arm64', 'win-arm64-unpacked/Portside.exe'],
    ['darwin', 'x64', 'mac/Portside.app/Contents/MacOS/Portside'],
    ['darwin', 'arm64', 'mac-arm64/Portside.app/Contents/MacOS/Portside'],
    ['darwin', 'x64', 'mac-universal/Portside.app/Contents/MacOS/Portside'],
    ['darwin', 'arm64', 'mac-universal/Portside.app/Contents/MacOS/Portside']
  ] as const)('runs the app that was packed for %s on %s: %s', (platform, arch, path) => {
    const dist = mkdtempSync(join(folder, 'dist-'))
    expect(packagedProgram(dist, platform, arch)).toBeNull()
    const program = join(dist, ...path.split('/'))
    mkdirSync(dirname(program), { recursive: true })
    writeFileSync(program, '')
    expect(packagedProgram(dist, platform, arch)).toBe(program)
    if (!path.startsWith('mac-universal'))
      expect(packagedProgram(dist, platform, arch === 'x64' ? 'arm64' : 'x64')).toBeNull()
  })
})
