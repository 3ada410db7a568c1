import { parseArgs } from 'node:util'
import { COMPILE_CACHE } from '../setup/paths.mjs'

/**
 * Reads the command line. Throws when an option or a step is unknown.
 *
 * @param {string[]} args
 * @param {string[]} steps names of all steps
 */
export function parseOptions(args, steps) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { deep: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } }
  })
  const unknown = positionals.filter((name) => !steps.includes(name))
  if (unknown.length > 0) throw new Error(`No step is called ${unknown.join(', ')}.`)
  return { ...values, names: positionals }
}

/**
 * Environment of every step. Its output goes to a file, so it gets no colours.
 *
 * @param {{ deep: boolean }} options
 * @param {NodeJS.ProcessEnv} [env]
 */
export const stepEnvironment = ({ deep }, env = process.env) => ({
  ...env,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  NODE_COMPILE_CACHE: COMPILE_CACHE,
  ...(deep ? { PORTSIDE_DEEP: '1' } : {})
})
