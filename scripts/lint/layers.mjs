/**
 * The layers of docs/architecture.md. For each: its files below src/, the layers (or single files) that it may import, packages, and
 * whether Node's own modules; node:sqlite counts as a package. A file belongs to the first row that holds it, and a layer may always
 * import itself.
 */
export const LAYERS = [
  { layer: 'texts', files: ['shared/i18n/'], from: ['shared'], packages: ['@intlify/core-base'] },
  { layer: 'shared', files: ['shared/'], from: ['texts'] },
  { layer: 'ports', files: ['main/ports/'], from: ['shared'] },
  { layer: 'tools', files: ['main/concurrency.ts', 'main/csv.ts'], from: ['shared'] },
  { layer: 'disk', files: ['main/free-space.ts'], from: ['shared'], node: true },
  {
    layer: 'definitions',
    files: ['main/provider/definitions/', 'main/schemas.ts'],
    from: ['shared'],
    packages: ['zod/mini']
  },
  // bytes → models
  { layer: 'readers', files: ['main/provider/readers/'], from: ['ports', 'tools', 'shared', 'texts'], node: true },
  {
    layer: 'api',
    files: ['main/provider/api/'],
    from: ['readers', 'ports', 'tools', 'shared', 'texts'],
    packages: ['axios'],
    node: true
  },
  { layer: 'dbus', files: ['main/desktop/linux/dbus/'], from: [], node: true },
  {
    layer: 'keychain',
    files: ['main/storage/keychain/'],
    from: ['dbus', 'ports', 'tools', 'shared'],
    packages: ['keytar', 'zod/mini'],
    node: true
  },
  // Formatters, but no texts of the interface.
  {
    layer: 'storage',
    files: ['main/storage/', 'main/catalogue/storage/', 'main/invoices/storage/'],
    from: ['readers', 'definitions', 'ports', 'tools', 'disk', 'shared'].concat([
      'shared/i18n/format.ts',
      'shared/i18n/search.ts'
    ]),
    packages: ['node:sqlite', 'zod/mini'],
    node: true
  },
  {
    layer: 'rules',
    files: ['main/accounts/', 'main/catalogue/', 'main/invoices/', 'main/plans/', 'main/core-parts.ts'].concat(
      ['settings', 'network', 'notifications', 'updates', 'diagnostics'].map((folder) => `main/app/${folder}/`)
    ),
    from: ['definitions', 'ports', 'tools', 'shared', 'texts'],
    packages: ['zod/mini']
  },
  {
    layer: 'bridge',
    files: ['main/ipc/'],
    from: ['rules', 'definitions', 'ports', 'shared', 'texts', 'main/app/core.ts'],
    packages: ['electron', 'zod/mini'],
    node: true
  },
  {
    layer: 'desktop',
    files: ['main/desktop/'],
    from: ['dbus', 'rules', 'ports', 'tools', 'disk', 'shared', 'texts'],
    packages: ['electron', 'client-zip', 'electron-updater'],
    node: true
  },
  // Constructs and connects. sample-fetch.ts loads the rest of the sample with the first request.
  {
    layer: 'start',
    files: ['main/'],
    from: ['bridge', 'desktop', 'rules', 'storage', 'keychain', 'api', 'readers', 'ports', 'tools', 'shared'].concat([
      'texts',
      'sample/credentials.ts',
      'sample/sample-fetch.ts'
    ]),
    node: true,
    packagesOf: { 'main/index.ts': ['electron'], 'main/cli/launch/': ['electron'], 'main/cli/self-test/': ['electron'] }
  },
  // Page and preload run without Node, and load no zod.
  { layer: 'preload', files: ['preload/'], from: ['shared/ipc/contract.ts'], packages: ['electron'] },
  {
    layer: 'page',
    files: ['renderer/'],
    // Its editor of definitions explains their members.
    from: ['shared', 'texts', '../docs/provider.schema.json'],
    packages: ['vue', 'vue-router', 'pinia', 'reka-ui', '@lucide/vue', '@vueuse/core'].concat([
      '@fontsource-variable/inter',
      'diff',
      'dompurify'
    ])
  },
  { layer: 'sample', files: ['sample/'], from: ['shared', 'texts'] }
]

/** Names that one layer keeps to itself, however they are imported or read. */
export const KEPT_NAMES = {
  ipcMain: 'main/ipc/',
  ipcRenderer: 'preload/',
  'window.portside': 'renderer/src/bridge.ts'
}

export const holds = (path, file) => (path.endsWith('/') ? file.startsWith(path) : file === path)
