/**
 * The menu of a right-click and of the menu key: Electron shows none by default, and only emits `context-menu` (`HandleContextMenu` in
 * electron_api_web_contents.cc). Where the page opens a menu itself, as on an invoice in the list, Chromium doesn't ask for this one.
 */
import {
  Menu,
  type ContextMenuParams,
  type EditFlags,
  type MenuItemConstructorOptions,
  type WebContents
} from 'electron'
import { t } from '../../../shared/i18n/translate.ts'

type Flag = 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'

export type MenuPlace = Pick<ContextMenuParams, 'x' | 'y' | 'isEditable' | 'selectionText' | 'menuSourceType'> & {
  editFlags: Pick<EditFlags, Flag>
}
export type EditableContents = Pick<WebContents, 'cut' | 'copy' | 'paste' | 'selectAll'>

export function showContextMenu(contents: EditableContents, place: MenuPlace): void {
  const template = contextMenuTemplate(place, contents)
  const { x, y, menuSourceType: sourceType } = place
  // Without a place, the menu would open at the pointer, which the menu key has not and Wayland doesn't tell.
  if (template.length > 0) Menu.buildFromTemplate(template).popup({ x, y, sourceType })
}

export function contextMenuTemplate(place: MenuPlace, contents: EditableContents): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = place
  // No roles: those act on the window that has the focus (lib/browser/api/menu.ts), which a right-click doesn't give on every system. The
  // flags are of the selection in the focused frame; `canPaste` is false while the clipboard is empty.
  const copy = { label: t('tray.menu.copy'), enabled: editFlags.canCopy, click: () => contents.copy() }
  if (!isEditable) return editFlags.canCopy && selectionText.trim() !== '' ? [copy] : []
  return [
    { label: t('tray.menu.cut'), enabled: editFlags.canCut, click: () => contents.cut() },
    copy,
    { label: t('tray.menu.paste'), enabled: editFlags.canPaste, click: () => contents.paste() },
    { type: 'separator' },
    { label: t('tray.menu.selectAll'), enabled: editFlags.canSelectAll, click: () => contents.selectAll() }
  ]
}
