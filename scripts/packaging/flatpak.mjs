/**
 * Part of `npm run dist`: what flatpak-builder needs to make a Flatpak of the folders that electron-builder packed.
 * electron-builder's own target would need flatpak-builder and the runtimes on the machine that packs everything else.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dump } from 'js-yaml'
import { ROOT } from '../setup/paths.mjs'
import { gettextTag, storeTexts, writeMetainfo } from './metainfo.mjs'
import { OWNER } from './owner.mjs'

/** The branch of the runtime, and of the base app, which has to be the same: its libraries are linked to the runtime's. */
const BRANCH = '26.08'
const APP = '/app/portside'
/** Folders that electron-builder packs, by Flatpak's names of processors. */
const PACKED = { x86_64: 'linux-unpacked', aarch64: 'linux-arm64-unpacked' }

/** None for notifications and files: libnotify in the base app and the file dialogs use portals. */
const PERMISSIONS = [
  // X11's shared memory.
  '--share=ipc',
  '--share=network',
  '--socket=wayland',
  '--socket=fallback-x11',
  '--device=dri',
  // The keychain.
  '--talk-name=org.freedesktop.secrets',
  // The tray. Electron 45 registers its icon by the connection's own name, so it needs no --own-name (electron#53641).
  '--talk-name=org.kde.StatusNotifierWatcher',
  // Sleep and shutdown (electron, shell/browser/lib/power_observer_linux.cc).
  '--system-talk-name=org.freedesktop.login1'
]

/** Paths are as seen from dist/flatpak, where the manifest is. @param {string} id */
export function manifest(id) {
  return {
    id,
    runtime: 'org.freedesktop.Platform',
    'runtime-version': BRANCH,
    sdk: 'org.freedesktop.Sdk',
    base: 'org.electronjs.Electron2.BaseApp',
    'base-version': BRANCH,
    command: 'portside',
    'separate-locales': false,
    'finish-args': PERMISSIONS,
    modules: [
      {
        name: 'portside',
        buildsystem: 'simple',
        'build-commands': [
          `cp -a app ${APP}`,
          'install -Dm755 portside /app/bin/portside',
          `install -Dm644 icon.png /app/share/icons/hicolor/512x512/apps/${id}.png`,
          `install -Dm644 -t /app/share/applications ${id}.desktop`,
          `install -Dm644 -t /app/share/metainfo ${id}.metainfo.xml`,
          `install -Dm644 -t /app/share/licenses/${id} app/LICENSES.txt`
        ],
        sources: [
          ...Object.entries(PACKED).map(([arch, folder]) => ({
            type: 'dir',
            path: `../${folder}`,
            dest: 'app',
            'only-arches': [arch]
          })),
          ...['portside', 'icon.png', `${id}.desktop`, `${id}.metainfo.xml`].map((path) => ({ type: 'file', path }))
        ]
      }
    ]
  }
}

/** Flatpak exports only files that are named after the app, and the app names its windows after this one (src/main/index.ts). */
export function desktopFile(id) {
  const { en, ...others } = storeTexts()
  const lines = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Portside',
    `Comment=${en.summary}`,
    ...Object.entries(others).map(([tag, { summary }]) => `Comment[${gettextTag(tag)}]=${summary}`),
    'Exec=portside %U',
    `Icon=${id}`,
    `StartupWMClass=${id}`,
    'Categories=Office;',
    'MimeType=x-scheme-handler/portside;',
    'Terminal=false'
  ]
  return `${lines.join('\n')}\n`
}

/**
 * The launcher of the other packages, with zypak, which starts Chromium's sandbox by Flatpak's means. Each start of a Flatpak has a
 * /tmp of its own. Chromium puts the socket there by which a second start reaches the first, so both get the same folder.
 *
 * @param {string} source scripts/packaging/linux/portside
 */
export function launcher(source) {
  const changes = [
    ['app=/opt/Portside/portside\n', `app=${APP}/portside\nexport TMPDIR="$XDG_RUNTIME_DIR/app/$FLATPAK_ID"\n`],
    ['exec "$app"', 'exec zypak-wrapper "$app"']
  ]
  return changes.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`The launcher doesn’t have ${JSON.stringify(from)} once.`)
    return text.replace(from, () => to)
  }, source)
}

/** @param {string} folder dist/flatpak */
export function writeFlatpak(folder, id = OWNER.appId) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${id}.yml`), dump(manifest(id), { lineWidth: -1 }))
  writeFileSync(join(folder, `${id}.desktop`), desktopFile(id))
  writeFileSync(
    join(folder, 'portside'),
    launcher(readFileSync(join(ROOT, 'scripts/packaging/linux/portside'), 'utf8'))
  )
  copyFileSync(join(ROOT, 'src/main/desktop/icons/icon.png'), join(folder, 'icon.png'))
  writeMetainfo(folder, `${id}.desktop`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFlatpak(join(ROOT, 'dist', 'flatpak'))
