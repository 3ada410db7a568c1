import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  findingsInMain,
  findingsInPage,
  findingsInPreload,
  firstScreenBytes,
  modulesAskedFor
} from '../../../scripts/check/bundle.mjs'

const files = (all: Record<string, string>) => new Map(Object.entries(all))

describe('the bundle', () => {
  it('is searched for every way to ask for a module', () => {
    const code = `import{app as a}from"electron";import"side";const b=await import("keytar"),c=require('fs');import x from './own.js'`
    expect([...modulesAskedFor(code)].sort()).toEqual(['electron', 'fs', 'keytar', 'side'])
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

  it('of the preload is one file that asks for electron only', () => {
    const good = `const e = require("electron")`
    expect(findingsInPreload(files({ 'index.cjs': good }))).toEqual([])
    expect(findingsInPreload(files({ 'index.cjs': `${good}; require("zod")` }))).toEqual([
      expect.stringContaining('asks for zod')
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

  it('weighs what the first screen loads, once and gzipped', () => {
    const code = 'console.log(1)'
    const html =
      '<script type="module" src="./assets/a.js"></script><link rel="modulepreload" href="./assets/a.js"><link href="./assets/a.css">'
    const all = files({ 'index.html': html, 'assets/a.js': code, 'assets/a.css': 'a{}', 'assets/later.js': code })
    expect(firstScreenBytes(all)).toBe(gzipSync(code).length + gzipSync('a{}').length)
  })
})
