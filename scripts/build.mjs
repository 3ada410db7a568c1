/** `npm run build`: builds out/ and remembers from what. */
import { build } from './build/out.mjs'

process.exitCode = await build()
