/** Where things stand on the settings page. */

export const section = (title: string): Element | null =>
  [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === title) ?? null
export const says = (title: string): string => section(title)?.textContent ?? ''
export const select = (name: string): HTMLSelectElement => document.querySelector(`select[name="${name}"]`)!
