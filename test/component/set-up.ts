/** Runs before each file of component tests: what a test mounts or stores is gone after it. All files share one storage. */
import { enableAutoUnmount } from '@vue/test-utils'
import { afterEach } from 'vitest'
import { useLanguage } from '../../src/renderer/src/i18n.ts'

await useLanguage('en')
enableAutoUnmount(afterEach)
afterEach(() => localStorage.clear())
