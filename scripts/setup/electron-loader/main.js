/**
 * Stands in for Electron's default app, which the test runtime (test-runtime.mjs) doesn't have: `electron [-r MODULE]… APP [arguments]`.
 * A module, so that Electron waits for the app's main module before it becomes ready.
 */
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app } from 'electron'

const { modules, entry } = readArguments(process.argv.slice(1))
// Electron's own default app sets it, and app.isPackaged's readers look for it.
Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true })
const require = createRequire(import.meta.url)
for (const path of modules) require(resolve(path))
if (entry === null) {
  process.stderr.write('No application was given.\n')
  app.exit(1)
} else {
  await import(pathToFileURL(useApp(resolve(entry))).href)
}

function readArguments(args) {
  const modules = []
  for (let at = 0; at < args.length; at += 1) {
    if (args[at] === '-r' || args[at] === '--require') modules.push(args[(at += 1)])
    else if (!args[at].startsWith('-')) return { modules, entry: args[at] }
  }
  return { modules, entry: null }
}

/** @returns the path of its main module */
function useApp(path) {
  if (!statSync(path).isDirectory()) {
    app.setAppPath(dirname(path))
    return path
  }
  const {
    version,
    name,
    productName = name,
    desktopName,
    main = 'index.js'
  } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  if (version !== undefined) app.setVersion(version)
  if (desktopName !== undefined) app.setDesktopName(desktopName)
  app.setName(productName)
  app.setPath('userData', join(app.getPath('appData'), productName))
  app.setAppPath(path)
  return join(path, main)
}
