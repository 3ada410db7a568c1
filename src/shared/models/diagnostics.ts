/** The report for whoever helps the user: parts of plain text, in which personal values are replaced. */

export const DIAGNOSTIC_PARTS = [
  'versions',
  'system',
  'desktop',
  'settings',
  'accounts',
  'storage',
  'keychain',
  'network',
  'log'
] as const
export type DiagnosticPartName = (typeof DIAGNOSTIC_PARTS)[number]

/** What a replaced value was. `provider`, `proxy`: an address. `computer`: the name of the user or the computer in the system. */
export const VALUE_KINDS = [
  'token',
  'email',
  'name',
  'amount',
  'invoice',
  'provider',
  'proxy',
  'ip',
  'path',
  'computer'
] as const
export type ValueKind = (typeof VALUE_KINDS)[number]

/** Saved values with which the text is compared. They can be unreadable. */
export const COMPARED_VALUES = ['accounts', 'tokens', 'profiles', 'invoices', 'plans'] as const
export type ComparedValues = (typeof COMPARED_VALUES)[number]

export interface DiagnosticPart {
  name: DiagnosticPartName
  /** As it is saved, with its heading. */
  text: string
  /** Number of values that were replaced in it. */
  replaced: number
}

export interface DiagnosticReport {
  id: number
  /** The beginning of the file. */
  head: string
  /** Saved values that couldn't be read, so the text wasn't compared with them. */
  uncompared: ComparedValues[]
  parts: DiagnosticPart[]
}

/** The file, byte by byte: what the page shows and main saves. */
export function diagnosticText(
  { head, parts }: Pick<DiagnosticReport, 'head' | 'parts'>,
  leftOut: readonly DiagnosticPartName[] = []
): string {
  const kept = parts.filter(({ name }) => !leftOut.includes(name))
  return [head, ...kept.map(({ text }) => text)].map((text) => `${text}\n`).join('\n')
}

/** Without all of the saved values, the log can't be compared, and is left out unless the user adds it. */
export const leftOutByDefault = ({ uncompared }: Pick<DiagnosticReport, 'uncompared'>): DiagnosticPartName[] =>
  uncompared.length > 0 ? ['log'] : []
