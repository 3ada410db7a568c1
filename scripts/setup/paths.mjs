import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const NODE_MODULES = join(ROOT, 'node_modules')
/** What set-up remembers. It lives and dies with node_modules. */
export const MEMORY = join(NODE_MODULES, '.portside')
/** What tools keep from one run to the next: types, formatting, lint findings, compiled JavaScript. */
export const CACHE = join(NODE_MODULES, '.cache')
/** For NODE_COMPILE_CACHE. */
export const COMPILE_CACHE = join(CACHE, 'node')
/** Output and reports of test runs, and what a failed test leaves behind. */
export const RESULTS = join(ROOT, 'test-results')
