/**
 * The layers of docs/architecture.md: for the files of each path below src/, which paths they may import from, which packages,
 * and whether Node's own modules. The first path that holds a file is its layer. node:sqlite counts as a package.
 */
export const LAYERS = {
  'shared/i18n/': { from: ['shared/'], packages: ['@intlify/core-base'] },
  'shared/': { from: ['shared/'] },
  'main/concurrency.ts': { from: ['shared/'] },
  'main/free-space.ts': { from: ['shared/models/'], node: true },
  'main/accounts/': { from: ['main/accounts/', 'main/core/', 'main/concurrency.ts', 'shared/'] },
  'main/core/': { from: ['main/core/', 'main/accounts/', 'main/concurrency.ts', 'shared/'], packages: ['zod/mini'] },
  'main/readers/': { from: ['main/readers/', 'main/core/', 'main/concurrency.ts', 'shared/'], node: true },
  'main/api/': {
    from: ['main/api/', 'main/readers/', 'main/core/', 'main/concurrency.ts', 'shared/'],
    packages: ['axios'],
    node: true
  },
  // Formatters, but no texts of the interface.
  'main/storage/': {
    from: ['main/storage/', 'main/readers/', 'main/core/ports/', 'main/schemas.ts', 'main/concurrency.ts'].concat([
      'main/free-space.ts',
      'shared/ipc/',
      'shared/models/',
      'shared/i18n/format.ts',
      'shared/i18n/search.ts'
    ]),
    packages: ['node:sqlite', 'zod/mini'],
    node: true
  },
  'main/desktop/linux/dbus/': { from: ['main/desktop/linux/dbus/'], node: true },
  'main/keychain/': {
    from: ['main/keychain/', 'main/desktop/linux/dbus/', 'main/core/', 'main/concurrency.ts', 'shared/'],
    packages: ['keytar', 'zod/mini'],
    node: true
  },
  'main/ipc/': {
    from: ['main/ipc/', 'main/core/', 'main/accounts/', 'shared/'],
    packages: ['electron', 'zod/mini'],
    node: true
  },
  'main/desktop/': {
    from: ['main/desktop/', 'main/core/', 'main/concurrency.ts', 'main/free-space.ts', 'shared/'],
    packages: ['electron', 'client-zip', 'electron-updater'],
    node: true
  },
  // Bundled into a worker, where Electron is not.
  'main/catalogue/storage/worker.ts': { from: ['main/storage/', 'main/readers/'], node: true },
  'main/index.ts': { from: ['main/', 'shared/'], packages: ['electron'], node: true },
  // sample-fetch.ts loads the rest of the sample with the first request.
  'main/': { from: ['main/', 'shared/', 'sample/credentials.ts', 'sample/sample-fetch.ts'], node: true },
  // Page and preload run without Node, and load no zod.
  'preload/': { from: ['preload/', 'shared/ipc/contract.ts'], packages: ['electron'] },
  'renderer/': {
    // Its editor of definitions explains their members.
    from: ['renderer/', 'shared/', '../docs/provider.schema.json'],
    packages: ['vue', 'vue-router', 'pinia', 'reka-ui', '@lucide/vue', '@vueuse/core'].concat([
      '@fontsource-variable/inter',
      'diff',
      'dompurify'
    ])
  },
  'sample/': { from: ['sample/', 'shared/'] }
}

/** Names that one layer keeps to itself, however they are imported or read. */
export const KEPT_NAMES = {
  ipcMain: 'main/ipc/',
  ipcRenderer: 'preload/',
  'window.portside': 'renderer/src/bridge.ts'
}

export const holds = (path, file) => (path.endsWith('/') ? file.startsWith(path) : file === path)
