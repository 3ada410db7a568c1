import { resolve } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import build from '../electron.vite.config.ts'
import { findChromium } from '../scripts/setup/chromium.mjs'

// Components are compiled as the page is.
const page = {
  plugins: build.renderer?.plugins ?? [],
  // A page has no process.env.
  define: { ...build.renderer?.define, 'process.env.PORTSIDE_DEEP': JSON.stringify(process.env['PORTSIDE_DEEP'] ?? '') }
}
const root = resolve(import.meta.dirname, '..')
// The package electron is no module outside of Electron; `import type` is not affected.
const resolved = { alias: [{ find: /^electron(\/.*)?$/, replacement: resolve(root, 'test/support/no-electron.ts') }] }
const onNode = (name: string, isolate: boolean) => ({
  resolve: resolved,
  test: {
    name,
    isolate,
    environment: 'node' as const,
    include: [`test/${name}/**/*.test.ts`],
    // Loading a linter or a packager takes seconds, and more on a machine that is busy.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } }
  }
})

const chromium = findChromium()
// Chromium's sandbox doesn't start as root; these pages are our own.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

export default defineConfig({
  root,
  test: {
    coverage: {
      provider: 'v8',
      include: ['src/main/**/*.ts'],
      reporter: ['text', 'json-summary'],
      reportsDirectory: resolve(root, 'coverage'),
      reportOnFailure: true
    },
    projects: [
      // Without a process for each file: what a test changes beyond itself, it puts back.
      onNode('unit', false),
      onNode('integration', true),
      {
        ...page,
        resolve: resolved,
        // Bundled before the first test: a package that Vite meets late makes it reload the page under a running test.
        optimizeDeps: {
          include: [
            'vue',
            'vue-router',
            '@intlify/core-base',
            'pinia',
            'reka-ui',
            '@lucide/vue',
            '@vue/test-utils',
            'axe-core',
            'dompurify',
            'diff',
            '@vueuse/core'
          ]
        },
        test: {
          name: 'component',
          include: ['test/component/**/*.test.ts'],
          setupFiles: ['test/component/set-up.ts'],
          // A lazily loaded part is compiled when a test first meets it.
          expect: { poll: { timeout: 5_000, interval: 10 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // Each frame of an animation is drawn by the processor. The end-to-end specs run with motion.
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: { args: [...asRoot, ...quiet], ...(chromium === null ? {} : { executablePath: chromium }) }
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1000, height: 700 } }]
          }
        }
      }
    ]
  }
})
