/** The menu of a right-click, by what Chromium says of the place. */
import { beforeEach, expect, test, vi } from 'vitest'
import {
  contextMenuTemplate,
  showContextMenu,
  type EditableContents,
  type MenuPlace
} from '../../../src/main/desktop/window/context-menu.ts'

const shown = vi.hoisted(() => [] as { labels: (string | undefined)[]; options: unknown }[])
vi.mock('electron', () => ({
  Menu: {
    buildFromTemplate: (template: { label?: string }[]) => ({
      popup: (options: unknown) => shown.push({ labels: template.map(({ label }) => label), options })
    })
  }
}))

let done: string[] = []
const contents: EditableContents = {
  cut: () => done.push('cut'),
  copy: () => done.push('copy'),
  paste: () => done.push('paste'),
  selectAll: () => done.push('select all')
}
beforeEach(() => {
  done = []
  shown.length = 0
})

const NOTHING = { canCut: false, canCopy: false, canPaste: false, canSelectAll: false }
const place = ({ editFlags, ...more }: Partial<MenuPlace> = {}): MenuPlace => ({
  x: 12,
  y: 34,
  menuSourceType: 'mouse',
  isEditable: false,
  selectionText: '',
  ...more,
  editFlags: { ...NOTHING, ...editFlags }
})
const flags = (...can: (keyof typeof NOTHING)[]): MenuPlace['editFlags'] => ({
  ...NOTHING,
  ...Object.fromEntries(can.map((flag) => [flag, true]))
})
const lines = (at: MenuPlace): unknown[] =>
  contextMenuTemplate(at, contents).map(({ type, label, enabled }) => type ?? `${label}${enabled ? '' : ' (disabled)'}`)

test('a field has Cut, Copy, Paste and Select all, by what Chromium says it can do there', () => {
  expect(lines(place({ isEditable: true, editFlags: flags('canPaste') }))).toEqual([
    'Cut (disabled)',
    'Copy (disabled)',
    'Paste',
    'separator',
    'Select all (disabled)'
  ])
  expect(lines(place({ isEditable: true, selectionText: 'a', editFlags: flags('canCut', 'canCopy') }))).toEqual([
    'Cut',
    'Copy',
    'Paste (disabled)',
    'separator',
    'Select all (disabled)'
  ])
})

test('each item acts on the page that was clicked, whichever has the focus', () => {
  const at = place({ isEditable: true, editFlags: flags('canCut', 'canCopy', 'canPaste', 'canSelectAll') })
  for (const { click } of contextMenuTemplate(at, contents)) {
    // @ts-expect-error: what Electron passes is of no interest here
    click?.()
  }
  expect(done).toEqual(['cut', 'copy', 'paste', 'select all'])
})

test('selected text elsewhere has Copy alone', () => {
  expect(lines(place({ selectionText: 'INV-1', editFlags: flags('canCopy', 'canSelectAll') }))).toEqual(['Copy'])
})

test.each([
  ['nothing is selected', place({ editFlags: flags('canSelectAll') })],
  ['only spaces are selected', place({ selectionText: ' \n', editFlags: flags('canCopy') })],
  ['the selection can’t be copied', place({ selectionText: 'a' })]
])('no menu opens where %s', (_why, at) => {
  showContextMenu(contents, at)
  expect(shown).toEqual([])
})

test('the menu opens where Chromium says: Wayland doesn’t tell where the pointer is, and the menu key has no pointer', () => {
  showContextMenu(contents, place({ isEditable: true, menuSourceType: 'keyboard' }))
  expect(shown).toEqual([
    { labels: ['Cut', 'Copy', 'Paste', undefined, 'Select all'], options: { x: 12, y: 34, sourceType: 'keyboard' } }
  ])
})
