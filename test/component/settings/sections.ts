/** Where things stand on the settings page. */

const sections = (): Element[] => [...document.querySelectorAll('[data-section]')]
const headingOf = (one: Element): string | undefined => one.querySelector('h2, h3')?.textContent
/** Or a part of one. */
export const section = (title: string): Element | null => sections().find((one) => headingOf(one) === title) ?? null
export const says = (title: string): string => section(title)?.textContent ?? ''
export const select = (name: string): HTMLSelectElement => document.querySelector(`select[name="${name}"]`)!
