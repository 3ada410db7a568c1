/** Where another account can be looked at. */

/** What belongs to one account only, and the section that every account has. */
const SECTIONS: Readonly<Record<string, string>> = {
  product: 'catalogue',
  invoice: 'invoices',
  connection: 'settings'
}

/** Name of the route on which another account can be looked at. */
export const sectionOf = ({ name }: { name?: unknown }): string => SECTIONS[String(name)] ?? String(name)
