/**
 * Sees a right-click that the page leaves unused, as Chromium does before it asks main for a menu. Self-contained: its source runs in the
 * preload's world of every document with scripts.
 */

/** What Chromium says of the place, as `ContextMenuParams` has it. */
export interface MenuRequest {
  x: number
  y: number
  isEditable: boolean
  selectionText: string
  editFlags: { canCut: boolean; canCopy: boolean; canPaste: boolean; canSelectAll: boolean }
}

export function makeMenuWatcher(tell: (text: string) => void): void {
  const isPassword = (element: Element | null): boolean =>
    element instanceof HTMLInputElement && element.type === 'password'
  const isEditable = (element: Element | null): boolean => {
    if (element instanceof HTMLTextAreaElement) return !element.readOnly && !element.disabled
    if (element instanceof HTMLInputElement) {
      const { type, readOnly, disabled } = element
      return /^(?:text|search|url|tel|email|password|number)$/.test(type) && !readOnly && !disabled
    }
    return element instanceof HTMLElement && element.isContentEditable
  }

  /** By the element with the focus, as `ComputeEditFlags` in Blink's context_menu_controller.cc. */
  const describe = ({ clientX: x, clientY: y, target }: MouseEvent): MenuRequest => {
    const focused = document.activeElement
    const selectionText = document.getSelection()?.toString() ?? ''
    const canCopy = selectionText !== '' && !isPassword(focused)
    const canPaste = isEditable(focused)
    return {
      x,
      y,
      isEditable: isEditable(target instanceof Element ? target : null),
      selectionText,
      editFlags: {
        canCut: canCopy && canPaste,
        canCopy,
        canPaste,
        canSelectAll: document.queryCommandEnabled('selectAll')
      }
    }
  }

  const watch = (event: MouseEvent): void => {
    // Added now, this listener is the last one that the event meets.
    const last = (met: MouseEvent): void => {
      if (met !== event || met.defaultPrevented) return
      // Chromium's own menu, which Electron has not.
      met.preventDefault()
      setTimeout(() => tell(JSON.stringify(describe(met))))
    }
    if (event.isTrusted) addEventListener('contextmenu', last, { once: true })
  }
  addEventListener('contextmenu', watch, true)
}
