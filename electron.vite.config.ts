import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { normalizePath, type Plugin } from 'vite'
import { readUpdateFeed } from './scripts/build/update-feed.mjs'

const here = import.meta.dirname

/** The first frame waits for the page’s script, so that it isn’t empty, and the font is fetched beside the script. */
const firstFrame: Plugin = {
  name: 'first-frame',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const font = Object.keys(bundle).find((file) => file.includes('inter-latin-wght-normal'))
      if (font === undefined) throw new Error('The font of the first frame isn’t in the bundle.')
      const blocking = html.replace('<script type="module"', '$& blocking="render"')
      if (blocking === html) throw new Error('The page’s script isn’t in the document as expected.')
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${font}` }
      return { html: blocking, tags: [{ tag: 'link', attrs, injectTo: 'head' }] }
    }
  }
}

/** Lists the modules of packages beside each part, for scripts/build/licences.mjs, which removes the lists. */
const listModules: Plugin = {
  name: 'list-modules',
  apply: 'build',
  generateBundle(_options, bundle) {
    const { root } = this.environment.config
    const ids = Object.values(bundle).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds : file.originalFileNames.map((name) => normalizePath(resolve(root, name)))
    )
    const source = JSON.stringify(ids.filter((id) => id.startsWith('\0') || id.includes('/node_modules/')))
    this.emitFile({ type: 'asset', fileName: 'modules.json', source })
  }
}
/** main/desktop/updates/build-feed.ts reads it. */
const updateFeed: Plugin = {
  name: 'update-feed',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'update-feed.json', source: JSON.stringify(readUpdateFeed(process.env)) })
  }
}
const license = { fileName: 'licenses.json' }

const LANGUAGES = resolve(here, 'src/shared/i18n')

/** Main reads the messages of a language when it is used, and gives the page its part (src/main/desktop/languages.ts). */
const languageFiles: Plugin = {
  name: 'language-files',
  apply: 'build',
  generateBundle() {
    for (const folder of readdirSync(LANGUAGES, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      for (const file of ['page.json', 'main.json', 'sample.json']) {
        const messages: unknown = JSON.parse(readFileSync(resolve(LANGUAGES, folder.name, file), 'utf8'))
        const fileName = `languages/${folder.name}/${file}`
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(messages) })
      }
    }
  }
}

export default defineConfig({
  main: {
    plugins: [listModules, updateFeed, languageFiles],
    // axios without its Node adapter: only its fetch adapter is used, over Chromium's network stack (desktop/net-fetch.ts).
    resolve: {
      alias: [
        { find: /^axios$/, replacement: resolve(here, 'node_modules/axios/dist/esm/axios.js') },
        { find: /^lazy-val$/, replacement: resolve(here, 'src/main/desktop/updates/lazy-val.ts') }
      ]
    },
    build: {
      license,
      // keytar is a native addon and electron is the runtime: both stay outside the bundle. All else is bundled in,
      // so that a start reads a handful of files instead of walking node_modules.
      externalizeDeps: false,
      rollupOptions: {
        input: {
          index: resolve(here, 'src/main/index.ts'),
          catalogue: resolve(here, 'src/main/catalogue/storage/worker.ts')
        },
        external: ['electron', 'keytar'],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Less to read and parse at a start. Names stay, because error reports contain stacks.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } }
        }
      }
    }
  },
  preload: {
    plugins: [listModules],
    build: {
      license,
      // A sandboxed preload can require only a few built-in modules, so it is one CommonJS file.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve(here, 'src/preload/index.ts') },
        external: ['electron'],
        output: { format: 'cjs', entryFileNames: '[name].cjs' }
      }
    }
  },
  renderer: {
    root: resolve(here, 'src/renderer'),
    plugins: [vue(), firstFrame, listModules],
    define: {
      // Only with this does Vue wrap its own HTML strings in a Trusted Types policy.
      __VUE_PROD_TRUSTED_TYPES__: true,
      __VUE_OPTIONS_API__: false,
      // A message is compiled when it is first used, which needs no unsafe-eval: compiled at build time, the messages are more
      // than twice as long, and every start reads all of them.
      __INTLIFY_DROP_MESSAGE_COMPILER__: false,
      __INTLIFY_PROD_DEVTOOLS__: false
    },
    build: {
      license,
      target: 'chrome150',
      minify: true,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: { index: resolve(here, 'src/renderer/index.html') },
        // What every first view needs is one file, so that a start opens fewer files.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } }
      }
    }
  }
})
