/** Runs before each file of component tests: what a test mounts or stores is gone after it. All files share one storage. */
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach } from 'vitest'

enableAutoUnmount(afterEach)
afterEach(() => localStorage.clear())
