/** Rules that ask the type checker, with the project's own configuration and real files. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ESLint } from 'eslint'
import { expect, it, onTestFinished } from 'vitest'
import { hashTypedSources } from '../../../scripts/lint/typed-sources.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')
const eslint = new ESLint({ cwd: ROOT })
const COMPONENT = 'src/renderer/src/components/base/UiMenu.vue'

const rulesIn = async (path: string, code: string): Promise<(string | null)[]> => {
  const [result] = await eslint.lintText(code, { filePath: join(ROOT, path) })
  return (result?.messages ?? []).map(({ ruleId }) => ruleId)
}

// Makes the program of all sources, which takes as long as a whole type check on a busy machine.
it('find a promise that nobody waits for, in modules and in components', { timeout: 240_000 }, async () => {
  const code = `async function load(): Promise<void> {\n  await Promise.resolve()\n}\nload()\n`
  const floating = '@typescript-eslint/no-floating-promises'
  expect(await rulesIn('src/main/core/ports/index.ts', `export {}\n${code}`)).toContain(floating)
  expect(await rulesIn(COMPONENT, `<script setup lang="ts">\n${code}</script>\n`)).toContain(floating)
})

it('check all files anew when any source has changed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'portside-lint-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['src/main', 'test', 'scripts']) mkdirSync(join(root, folder), { recursive: true })
  const write = (path: string, text: string): void => writeFileSync(join(root, path), text)
  write('package-lock.json', '{}')
  write('tsconfig.json', '{}')
  write('src/main/a.ts', 'export function save(): void {}')
  const before = hashTypedSources(root)
  expect(hashTypedSources(root)).toBe(before)
  write('src/main/a.ts', 'export async function save(): Promise<void> {}')
  expect(hashTypedSources(root)).not.toBe(before)

  for (const path of ['src/main/index.ts', COMPONENT]) {
    const { settings } = (await eslint.calculateConfigForFile(join(ROOT, path))) as { settings: object }
    expect(settings).toEqual({ 'portside/typed-sources': hashTypedSources() })
  }
})
