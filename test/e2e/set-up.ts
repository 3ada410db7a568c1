import { build, isFresh } from '../../scripts/build/out.mjs'
import { describeRuntime } from '../../scripts/setup/electron-runtime.mjs'
import { requireElectron } from './app/runtime.ts'

export default async function setUp(): Promise<void> {
  process.stdout.write(`e2e: on ${describeRuntime(requireElectron())}\n`)
  if (!isFresh() && (await build({ quiet: true })) !== 0) throw new Error('The build failed.')
}
