import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    projects: [
      { test: { name: 'unit', environment: 'node', include: ['test/unit/**/*.test.ts'] } },
      { test: { name: 'integration', environment: 'node', include: ['test/integration/**/*.test.ts'] } }
    ]
  }
})
