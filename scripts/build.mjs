/** `npm run build`: builds out/ and remembers from what. `--quiet` prints warnings only. */
import { build } from './build/out.mjs'

process.exitCode = await build({ quiet: process.argv.includes('--quiet') })
