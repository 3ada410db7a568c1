/** PrimeVue's list of the same rows: built by Vite into a temporary folder, served from loopback. */
import { once } from 'node:events'
import { createReadStream, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { build } from 'vite'
import config from '../../electron.vite.config.ts'
import { rowOf } from '../../src/main/catalogue/storage/products.ts'
import { listIn } from './profiles.ts'

const ROOT = join(import.meta.dirname, 'pages')
const PAGE = 'primevue.html'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json'
}

/** @param folder where they are built into */
export async function buildPage(folder: string): Promise<void> {
  const { plugins = [], define: itsOwn = {} } = config.renderer ?? {}
  // PrimeVue's components are written in the way that the app leaves out of Vue.
  const define = { ...itsOwn, __VUE_OPTIONS_API__: true }
  await build({
    ...{ root: ROOT, base: './', configFile: false, logLevel: 'warn', plugins, define },
    build: {
      ...{ outDir: folder, emptyOutDir: true, target: 'chrome150', chunkSizeWarningLimit: 2000 },
      rollupOptions: { input: join(ROOT, PAGE) }
    }
  })
}

/** Writes the rows of a list beside the pages, for all that is opened from then on. Without pictures: lists are compared here. */
export function giveRows(folder: string, list: string): void {
  const rows = listIn(list).map((product) => ({
    ...rowOf({ key: String(product['id']), product }),
    hasImage: false
  }))
  writeFileSync(join(folder, 'rows.json'), JSON.stringify(rows))
}

export interface Served {
  address: string
  end(): void
}

/** Pictures and everything else that isn't there are not found, as in the app without a network. */
export async function servePage(folder: string): Promise<Served> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const isOurs = path === '/rows.json' || path === `/${PAGE}` || /^\/assets\/[\w.-]+$/.test(path)
    if (!isOurs) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' })
    createReadStream(join(folder, path)).pipe(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${PAGE}`,
    end() {
      server.closeAllConnections()
      server.close()
    }
  }
}
