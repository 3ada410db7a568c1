/** The second half of `npm start`, up to where it would start the app. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.runIf(process.platform === 'linux')(
  'without a display, a switch that needs one is refused, as a mistyped --quick-check would be',
  () => {
    const { PATH, HOME } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '--quick-chek'], {
      env: { PATH, HOME },
      encoding: 'utf8',
      timeout: 30_000
    })
    expect(stderr).toContain('only these can be answered: invoices, ')
    expect(stderr).toContain('--quick-check, --self-test, --diagnostics, --help, --version. Not --quick-chek.')
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' })
  }
)
