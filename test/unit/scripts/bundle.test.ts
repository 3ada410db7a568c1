import { describe, expect, it } from 'vitest'
import {
  checkBundle,
  findingsInMain,
  findingsInPackages,
  findingsInPage,
  findingsInPreload,
  findingsInWorker,
  firstFilesOf,
  importsOf
} from '../../../scripts/check/bundle.mjs'

const files = (all: Record<string, string>) => new Map(Object.entries(all))
const containing = (text: string): string[] => [expect.stringContaining(text) as string]

describe('the bundle', () => {
  it('is searched for every way to ask for a module', () => {
    const code = `import{app as a}from"electron";import"side";const b=await import("keytar"),c=require('fs');import x from './own.js'`
    expect(importsOf(code)).toEqual(['electron', 'side', 'keytar', 'fs', './own.js'])
    expect(importsOf('import(`keytar`);import(`./$' + '{name}.js`)')).toEqual(['keytar'])
  })

  it('of main keeps electron and keytar outside, and nothing else', () => {
    const good = `import { app } from "electron"; import { join } from "node:path"; const k = () => import("keytar")`
    expect(findingsInMain(files({ 'index.js': good }))).toEqual([])
    expect(findingsInMain(files({ 'index.js': `import "electron"` }))).toEqual(containing('keytar must stay'))
    const withAxios = files({ 'index.js': good, 'chunks/a.js': `import "axios"` })
    expect(findingsInMain(withAxios)).toEqual(containing('imports axios'))
  })

  it('of the catalogue’s thread reaches neither Electron nor the network nor the keychain', () => {
    const worker = (part: string) => findingsInWorker(files({ 'catalogue.js': 'import("./part.js")', 'part.js': part }))
    expect(worker('import "node:sqlite"')).toEqual([])
    expect(worker('import "node:crypto"')).toEqual(containing('opens no database'))
    for (const name of ['electron', 'keytar', 'node:https', 'net'])
      expect(worker(`import "node:sqlite";import("${name}")`)).toEqual(containing(`imports ${name}`))
  })

  it('of the preload is one file without zod that asks for electron only', () => {
    const good = `const e = require("electron")`
    expect(findingsInPreload(files({ 'index.cjs': good }))).toEqual([])
    expect(findingsInPreload(files({ 'index.cjs': `${good}; require("zod")` }))).toEqual(containing('asks for zod'))
    expect(findingsInPreload(files({ 'index.cjs': `${good}; a._zod.def` }))).toEqual(containing('contains zod'))
    expect(findingsInPreload(files({ 'index.cjs': good, 'chunk.cjs': '' }))).toEqual(containing('one file'))
  })

  it('of the page holds no zod, no inline script and nothing from elsewhere', () => {
    const page = (html: string, code = '') => findingsInPage(files({ 'index.html': html, 'assets/index.js': code }))
    expect(page('<script type="module" src="./assets/index.js"></script>')).toEqual([])
    expect(page('<html>', 'a._zod.def')).toEqual(containing('contains zod'))
    expect(page('<script>run()</script>')).toEqual(containing('an inline script'))
    expect(page('<link href="https://fonts.example/a.css">')).toEqual(containing('from elsewhere'))
    expect(findingsInPage(files({}))).toEqual(containing('no index.html'))
  })

  it('has one version of each package, unless there is a reason for two', () => {
    const vue = { name: 'vue', version: '3.5.45' }
    const twice = [vue, { name: 'ms', version: '2.1.3' }, { name: 'ms', version: '3.0.0' }]
    expect(findingsInPackages([vue])).toEqual([])
    expect(findingsInPackages(twice)).toEqual(containing('contains ms 2.1.3 and 3.0.0'))
    expect(findingsInPackages(twice, { ms: 'debug needs 2' })).toEqual([])
  })

  it('of the first view is all that has to come before it shows, and at most 12 files with the document', () => {
    const page = {
      'index.html': '<script type="module" src="./assets/index.js"></script><link href="./assets/index.css">',
      'assets/index.js': `import "./base.js";import("./later.js")`,
      'assets/index.css': 'a{}',
      'assets/base.js': 'export * from "./part.js"',
      'assets/part.js': 'export{}',
      'assets/later.js': ''
    }
    const first = ['index.js', 'base.js', 'part.js', 'index.css'].map((name) => `assets/${name}`)
    expect(firstFilesOf(files(page))).toEqual(first)
    const parts = Array.from({ length: 9 }, (_none, at) => [`assets/${at}.js`, ''] as const)
    const imports = parts.map(([name]) => `import "../${name}"`).join(';')
    const large = files({ ...page, ...Object.fromEntries(parts), 'assets/part.js': imports })
    expect(findingsInPage(large)).toEqual(containing('needs 14 files'))
  })

  it('that was never built is a finding, not a crash', () => {
    expect(checkBundle('/no/such/folder')).toBe(1)
  })
})
