/**
 * The rooms of docs/architecture.md, and who may bring what into them. A path ends with `/` when it names a folder.
 * The first room that holds a file is its room.
 */
const RENDERER = {
  name: 'the renderer',
  holds: ['src/renderer/'],
  from: ['src/renderer/', 'src/shared/'],
  typesOnlyFrom: ['src/shared/ipc/', 'src/shared/models/'],
  // Values without schemas, put there for the page.
  valuesFrom: [
    'src/shared/ipc/error-rules.ts',
    ...[
      'address',
      'defaults',
      'account-rules',
      'connection-rules',
      'day-rules',
      'desktop-rules',
      'invoice-rules',
      'lock-rules'
    ].map((name) => `src/shared/models/${name}.ts`)
  ],
  node: false
}
const adapter = (name) => ({
  name: `main/${name}`,
  holds: [`src/main/${name}/`],
  from: [`src/main/${name}/`, 'src/main/desktop/linux/dbus/', 'src/main/core/', 'src/shared/']
})

export const ROOMS = [
  // Page and tray say their words by one engine, which is no part of Vue.
  {
    name: 'shared/i18n',
    holds: ['src/shared/i18n/'],
    from: ['src/shared/'],
    packages: ['@intlify/core-base'],
    node: false
  },
  { name: 'shared', holds: ['src/shared/'], from: ['src/shared/'], packages: ['zod'], node: false },
  { name: 'main/core', holds: ['src/main/core/'], from: ['src/main/core/', 'src/shared/'], packages: [], node: false },
  {
    name: 'main/desktop/linux/dbus',
    holds: ['src/main/desktop/linux/dbus/'],
    from: ['src/main/desktop/linux/dbus/'],
    packages: []
  },
  adapter('api'),
  adapter('storage'),
  adapter('keychain'),
  adapter('ipc'),
  adapter('desktop'),
  // Bundled into a worker: what it brings in is loaded there, where Electron is not.
  {
    name: 'the catalogue worker',
    holds: ['src/main/catalogue-worker.ts'],
    from: ['src/main/storage/', 'src/main/api/', 'src/main/core/', 'src/shared/'],
    packages: []
  },
  { name: 'main', holds: ['src/main/'], from: ['src/main/', 'src/shared/', 'src/sample/'] },
  {
    name: 'preload',
    holds: ['src/preload/'],
    from: ['src/preload/', 'src/shared/'],
    typesOnlyFrom: ['src/shared/ipc/', 'src/shared/models/'],
    valuesFrom: ['src/shared/ipc/names.ts'],
    packages: ['electron'],
    node: false
  },
  RENDERER,
  { name: 'the sample', holds: ['src/sample/'], from: ['src/sample/', 'src/shared/'], packages: [], node: false }
]

/** Modules that one room keeps to itself; a room's own list of packages comes on top. */
export const KEPT = [
  { module: 'electron', in: ['src/main/index.ts', 'src/main/desktop/', 'src/main/ipc/', 'src/preload/'] },
  { module: 'axios', in: ['src/main/api/'] },
  { module: 'node:sqlite', in: ['src/main/storage/'] },
  { module: 'keytar', in: ['src/main/keychain/'] }
]

/** Names that one room keeps to itself, wherever they come from. */
export const KEPT_NAMES = [
  { name: 'ipcMain', in: ['src/main/ipc/'] },
  { name: 'ipcRenderer', in: ['src/preload/'] }
]

/** The only reader of what the preload exposes. */
export const BRIDGE = { name: 'portside', in: ['src/renderer/src/bridge.ts'] }

export const holds = (paths, file) => paths.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path))

export const roomOf = (file) => ROOMS.find((room) => holds(room.holds, file)) ?? null
