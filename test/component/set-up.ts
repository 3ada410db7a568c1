/** Runs before each file of component tests: what a test mounts is unmounted after it. */
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach } from 'vitest'

enableAutoUnmount(afterEach)
