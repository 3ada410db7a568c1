/**
 * Puts the person's theme and density on the page. A copy stays in the page's own storage, so that the next start paints
 * the right colours before main was asked.
 */
import type { Settings } from '../../../shared/models/settings.ts'

const MEMORY = 'portside.look'

/** Shows these settings from now on. */
export function applyLook({ theme, density }: Settings): void {
  show(theme, density)
  localStorage.setItem(MEMORY, `${theme} ${density}`)
}

/** Shows what was chosen the last time, if anything was. */
export function recallLook(): void {
  const [theme, density] = (localStorage.getItem(MEMORY) ?? '').split(' ')
  if (theme && density) show(theme, density)
}

function show(theme: string, density: string): void {
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  else delete root.dataset['theme']
  root.dataset['density'] = density
}
