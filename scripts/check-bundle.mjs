/** `npm test -- bundle`: checks out/ and prints how much each first view loads. */
import { checkBundle } from './check/bundle.mjs'

process.exitCode = checkBundle()
