/**
 * `npm run build`: builds out/ with electron-vite and remembers from what. `--quiet` prints warnings only, on standard error. With
 * `--if-changed`, a build that the sources didn't outdate is kept.
 */
import { build, isFresh } from './build/out.mjs'

const has = (flag) => process.argv.includes(flag)
process.exitCode = has('--if-changed') && isFresh() ? 0 : await build({ quiet: has('--quiet') })
