import { build, isFresh } from '../../scripts/build/out.mjs'
import { chooseRuntime } from './app/runtime.ts'

export default async function setUp(): Promise<void> {
  const { runtime, why } = chooseRuntime()
  process.stdout.write(`e2e: on ${runtime === 'electron' ? 'Electron' : 'the stand-in host'} (${why})\n`)
  if (!isFresh() && (await build({ quiet: true })) !== 0) throw new Error('The build failed.')
}
