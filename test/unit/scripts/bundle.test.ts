import { describe, expect, it } from 'vitest'
import {
  checkBundle,
  filesOfView,
  findingsInMain,
  findingsInPage,
  findingsInPreload,
  findingsInStart,
  modulesAskedFor
} from '../../../scripts/check/bundle.mjs'

const files = (all: Record<string, string>) => new Map(Object.entries(all))

describe('the bundle', () => {
  it('is searched for every way to ask for a module', () => {
    const code = `import{app as a}from"electron";import"side";const b=await import("keytar"),c=require('fs');import x from './own.js'`
    expect([...modulesAskedFor(code)].sort()).toEqual(['electron', 'fs', 'keytar', 'side'])
    expect([...modulesAskedFor('import(`keytar`);import(`./own.js`)')]).toEqual(['keytar'])
  })

  it('of main keeps electron and keytar outside, and nothing else', () => {
    const good = `import { app } from "electron"; import { join } from "node:path"; const k = () => import("keytar")`
    expect(findingsInMain(files({ 'index.js': good }))).toEqual([])
    expect(findingsInMain(files({ 'index.js': `import "electron"` }))).toEqual([
      expect.stringContaining('keytar must stay')
    ])
    expect(findingsInMain(files({ 'index.js': good, 'chunks/a.js': `import "axios"` }))).toEqual([
      expect.stringContaining('imports axios')
    ])
  })

  it('of the preload is one file without zod that asks for electron only', () => {
    const good = `const e = require("electron")`
    expect(findingsInPreload(files({ 'index.cjs': good }))).toEqual([])
    expect(findingsInPreload(files({ 'index.cjs': `${good}; require("zod")` }))).toEqual([
      expect.stringContaining('asks for zod')
    ])
    expect(findingsInPreload(files({ 'index.cjs': `${good}; a._zod.def` }))).toEqual([
      expect.stringContaining('contains zod')
    ])
    expect(findingsInPreload(files({ 'index.cjs': good, 'chunk.cjs': '' }))).toEqual([
      expect.stringContaining('one file')
    ])
  })

  it('of the page holds no zod, no inline script and nothing from elsewhere', () => {
    const page = (html: string, code = '') => findingsInPage(files({ 'index.html': html, 'assets/index.js': code }))
    expect(page('<script type="module" src="./assets/index.js"></script>')).toEqual([])
    expect(page('<html>', 'a._zod.def')).toEqual([expect.stringContaining('contains zod')])
    expect(page('<script>run()</script>')).toEqual([expect.stringContaining('an inline script')])
    expect(page('<link href="https://fonts.example/a.css">')).toEqual([expect.stringContaining('from elsewhere')])
    expect(findingsInPage(files({}))).toEqual([expect.stringContaining('no index.html')])
  })

  it('of the first view is at most 12 files, the document included', () => {
    const some = (count: number) => Array.from({ length: count }, (_none, at) => `assets/${at}.js`)
    expect(findingsInStart(some(11))).toEqual([])
    expect(findingsInStart(some(12))).toEqual([expect.stringContaining('needs 13 files')])
  })

  it('that was never built is a finding, not a crash', () => {
    expect(checkBundle('/no/such/folder')).toBe(1)
  })

  it('of a first view is all that has to come before it shows', () => {
    const html = '<script type="module" src="./assets/index-1.js"></script><link href="./assets/index-1.css">'
    const all = files({
      'index.html': html,
      'assets/index-1.js': `import "./base-1.js";const d=(m,i)=>i,e=(d(m.f||(m.f=["./AView-1.js","./part-1.css","./AView-1.css","./BView-1.css"])));at(()=>import(\`./AView-1.js\`).then(e=>e.t),__vite__mapDeps([0,1,2]));at(()=>import("./BView-1.js"),__vite__mapDeps([3]))`,
      'assets/index-1.css': 'a{}',
      'assets/base-1.js': 'export{}',
      'assets/AView-1.js': `import{p}from"./part-1.js";import("./later-1.js")`,
      'assets/AView-1.css': 'b{}',
      'assets/part-1.js': 'export * from "./base-1.js"',
      'assets/part-1.css': 'c{}',
      'assets/BView-1.js': '',
      'assets/BView-1.css': 'd{}',
      'assets/later-1.js': ''
    })
    const names = ['index-1.js', 'index-1.css', 'base-1.js', 'AView-1.js', 'AView-1.css', 'part-1.js', 'part-1.css']
    expect(filesOfView(all, 'AView')?.toSorted()).toEqual(names.map((name) => `assets/${name}`).toSorted())
    expect(filesOfView(all, 'CView')).toBeNull()
    const first = ['index-1.js', 'index-1.css', 'base-1.js']
    expect(filesOfView(all, null)?.toSorted()).toEqual(first.map((name) => `assets/${name}`).toSorted())
  })
})
