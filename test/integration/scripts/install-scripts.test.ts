import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portside-npm-'))
  copyFileSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'))
  write('package.json', { name: 'project', private: true })
  const postinstall = `node -e "fs.writeFileSync(process.env.MARKER, '')"`
  write('new/package.json', { name: 'new', version: '1.0.0', scripts: { postinstall } })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, content: object): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), JSON.stringify(content))
}

async function ranAfterInstall(...options: string[]): Promise<boolean> {
  const marker = join(folder, 'ran')
  const args = ['install', './new', '--offline', '--no-audit', '--no-fund', '--no-save', ...options]
  // `npm test` gives its settings to what it starts; here, .npmrc has to say it.
  const env = { ...process.env, npm_config_ignore_scripts: undefined, MARKER: marker }
  await promisify(execFile)('npm', args, { cwd: folder, env, shell: process.platform === 'win32' })
  return existsSync(marker)
}

it('npm runs no install script of a new package', async () => {
  expect(await ranAfterInstall()).toBe(false)
})

it('npm would run it without .npmrc’s setting', async () => {
  expect(await ranAfterInstall('--ignore-scripts=false', '--dangerously-allow-all-scripts')).toBe(true)
})
