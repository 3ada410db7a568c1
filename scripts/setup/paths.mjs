import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const NODE_MODULES = join(ROOT, 'node_modules')
/** What set-up remembers. It lives and dies with node_modules. */
export const MEMORY = join(NODE_MODULES, '.portside')
/** Reports of test runs, and what a failed test leaves behind. */
export const RESULTS = join(ROOT, 'test-results')
