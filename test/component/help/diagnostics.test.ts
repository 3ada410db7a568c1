/** The report that is shown before it is saved. */
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { DIAGNOSTIC_PARTS, diagnosticText, type DiagnosticReport } from '../../../src/shared/models/diagnostics.ts'
import { bridge, line, opened, signedOut } from '../ui/shell/bridge.ts'
import { alert, axeFindings, button, field, heading, openPage, page, path } from '../ui/shell/page.ts'

const report = (more: Partial<DiagnosticReport> = {}): DiagnosticReport => ({
  id: 3,
  head: '# Portside diagnostics, 2026-11-26T10:00:00.000Z\nNothing had to be replaced.',
  uncompared: [],
  parts: DIAGNOSTIC_PARTS.map((name) => ({
    name,
    text: `## ${name}\nfact: [email] ${'x'.repeat(name === 'log' ? 4000 : 20)}`,
    replaced: name === 'log' ? 2 : 0
  })),
  ...more
})

async function open(shown: DiagnosticReport = report(), session = opened([line({})])): Promise<void> {
  bridge.answer('session.state', session)
  bridge.answer('diagnostics.report', shown)
  await openPage('/diagnostics')
  await expect.poll(page.text).toContain('## versions')
}

/** What the page shows of the file, in its order. */
const shown = (): string[] => [...document.querySelectorAll('pre')].map(({ textContent }) => textContent)
const include = (name: string): HTMLInputElement => field(`include-${name}`)

test('shows the file word for word, and how many values were replaced', async () => {
  const made = report()
  await open(made)
  expect(shown()).toEqual([made.head, ...made.parts.map(({ text }) => text)])
  expect(
    shown()
      .map((text) => `${text}\n`)
      .join('\n')
  ).toBe(diagnosticText(made))
  expect(page.text()).toContain('2 personal values were replaced.')
  expect(page.text()).toContain('Portside sends it to nobody.')
  expect(heading()).toBe('Diagnostics')
  expect(await axeFindings()).toEqual([])
})

test('saves the parts that are ticked, and shows the file in its folder', async () => {
  await open()
  await userEvent.click(include('log'))
  expect(shown().join()).not.toContain('## log')
  expect(page.text()).toContain('Nothing had to be replaced.')
  bridge.answer('diagnostics.save', { name: 'report.txt' })
  await userEvent.click(button('Save…'))
  await expect.poll(page.text).toContain('Saved as report.txt.')
  expect(bridge.asked('diagnostics.save')).toEqual([{ id: 3, leftOut: ['log'] }])
  bridge.answer('app.revealFile', null)
  await userEvent.click(button('Show in folder'))
  await expect.poll(() => bridge.asked('app.revealFile')).toEqual([{ name: 'report.txt' }])
  expect(await axeFindings()).toEqual([])
  await userEvent.click(include('log'))
  expect(page.text()).not.toContain('Saved as')
})

test('nothing is said of a save that the user cancels', async () => {
  await open()
  bridge.answer('diagnostics.save', { name: null })
  await userEvent.click(button('Save…'))
  await expect.poll(() => bridge.asked('diagnostics.save')).toHaveLength(1)
  expect(page.text()).not.toContain('Saved as')
})

test('copies what is ticked', async () => {
  const made = report()
  await open(made)
  await userEvent.click(include('system'))
  bridge.answer('app.copyText', null)
  await userEvent.click(button('Copy'))
  await expect.poll(() => bridge.asked('app.copyText')).toEqual([{ text: diagnosticText(made, ['system']) }])
  await expect.poll(() => button('Copied')).toBeTruthy()
  await userEvent.click(include('system'))
  expect(button('Copy')).toBeTruthy()
})

test('says what couldn’t be compared, and leaves the log out until the user adds it', async () => {
  await open(report({ uncompared: ['tokens', 'invoices'] }))
  expect(page.text()).toContain('weren’t compared: tokens and passwords, invoices.')
  expect(include('log').checked).toBe(false)
  expect(shown().join()).not.toContain('## log')
  await userEvent.click(include('log'))
  bridge.answer('diagnostics.save', { name: null })
  await userEvent.click(button('Save…'))
  await expect.poll(() => bridge.asked('diagnostics.save')).toEqual([{ id: 3, leftOut: [] }])
})

test('a report that can’t be made can be tried again', async () => {
  bridge.answer('session.state', opened([line({})]))
  bridge.fail('diagnostics.report', { code: 'INTERNAL' })
  await openPage('/diagnostics')
  await expect.poll(() => alert()?.textContent).toContain('Something went wrong')
  bridge.answer('diagnostics.report', report())
  await userEvent.click(button('Try again'))
  await expect.poll(() => shown().length).toBe(DIAGNOSTIC_PARTS.length + 1)
})

test('a file that can’t be written is said, and so is a newer report', async () => {
  await open()
  bridge.fail('diagnostics.save', { code: 'STORAGE' })
  await userEvent.click(button('Save…'))
  await expect.poll(() => alert()?.textContent).toContain('couldn’t read or write')
  bridge.fail('diagnostics.save', { code: 'NOT_FOUND' })
  await userEvent.click(button('Save…'))
  await expect.poll(() => alert()?.textContent).toContain('Collect again')
})

test('without an account it has a view of its own, from which Esc leads back to the sign-in', async () => {
  await open(report(), signedOut)
  expect(document.querySelector('nav')).toBeNull()
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.poll(path).toMatch(/^\/sign-in/)
})

test('the settings lead to it', async () => {
  bridge.answer('session.state', opened([line({})]))
  bridge.answer('diagnostics.report', report())
  await openPage('/settings#diagnostics')
  await expect.poll(page.text).toContain('If something doesn’t work')
  await userEvent.click(button('Save diagnostics…'))
  await expect.poll(path).toBe('/diagnostics')
})

test('so does an unexpected error', async () => {
  bridge.answer('session.state', opened([line({})]))
  bridge.fail('profile.read', { code: 'INTERNAL' })
  bridge.answer('diagnostics.report', report())
  await openPage('/profile')
  await expect.poll(() => alert()?.querySelector('a')?.textContent).toContain('Save diagnostics')
  await userEvent.click(alert()!.querySelector('a')!)
  await expect.poll(path).toBe('/diagnostics')
})
