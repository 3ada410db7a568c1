/**
 * `npm run conformance [-- --record] [file …]`: the conformance tests alone, on Electron or on the stand-in host
 * (docs/conformance.md). `--record` writes the answers into test/conformance/outcomes.json.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseRuntime } from '../test/e2e/app/runtime.ts'
import { withScreen } from './setup/display.mjs'
import { NODE_MODULES, ROOT } from './setup/paths.mjs'
import { PINNED_NODE, requirePinnedNode } from './setup/pinned-node.mjs'

requirePinnedNode()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'boolean', default: false } }
})
const vitest = [PINNED_NODE, join(NODE_MODULES, 'vitest/vitest.mjs'), 'run', '--config', 'test/vitest.config.ts']
const [program, ...args] = withScreen([...vitest, '--project', 'conformance', ...positionals], chooseRuntime())
const { status, error } = spawnSync(program, args, {
  cwd: ROOT,
  stdio: 'inherit',
  env: values.record ? { ...process.env, PORTSIDE_CONFORMANCE: 'record' } : process.env
})
if (error) throw error
process.exitCode = status ?? 1
