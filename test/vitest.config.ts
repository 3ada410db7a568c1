import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findChromium } from '../scripts/setup/chromium.mjs'

const root = resolve(import.meta.dirname, '..')
const onNode = (name: string) => ({
  test: { name, environment: 'node' as const, include: [`test/${name}/**/*.test.ts`] }
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
    projects: [
      onNode('unit'),
      onNode('integration'),
      {
        plugins: [vue()],
        // Bundled before the first test: a package that Vite meets late makes it reload the page under a running test.
        optimizeDeps: {
          include: [
            'vue',
            'vue-router',
            'vue-i18n',
            'pinia',
            'reka-ui',
            '@lucide/vue',
            '@vue/test-utils',
            'dompurify',
            '@tanstack/vue-virtual',
            'axe-core'
          ]
        },
        define: {
          __VUE_PROD_TRUSTED_TYPES__: true,
          __VUE_I18N_FULL_INSTALL__: false,
          __VUE_I18N_LEGACY_API__: false,
          __INTLIFY_PROD_DEVTOOLS__: false
        },
        test: {
          name: 'component',
          include: ['test/component/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: [...asRoot, ...quiet], ...(chromium === null ? {} : { executablePath: chromium }) }
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1000, height: 700 } }]
          }
        }
      }
    ]
  }
})
