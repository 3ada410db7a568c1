import type { Output } from '../../../shared/ipc/contract.ts'
import { nameOf } from '../../../shared/models/account.ts'
import { today } from '../../../shared/models/day.ts'
import { EVERY_INVOICE, NEWEST_FIRST } from '../../../shared/models/invoice.ts'
import type { CoreParts } from '../core-parts.ts'
import { unlessSealed } from '../../accounts/opened-storage.ts'
import { parsePattern, pathFor, shownPath, type PatternValues } from './file-pattern.ts'

const MOST_EXAMPLES = 3

type PreviewParts = Pick<CoreParts, 'session' | 'accounts' | 'clock'>

/** Shows what a pattern makes of the newest invoices of the account that is shown. */
export async function previewPattern(parts: PreviewParts, typed: string): Promise<Output<'pdfFolder', 'preview'>> {
  const parsed = parsePattern(typed)
  if (parsed.problem) return { examples: [], problem: parsed.problem }
  const values = (await newestValues(parts)) ?? []
  const paths = (values.length > 0 ? values : [exampleOf(parts)]).map((each) => pathFor(parsed.pattern, each))
  return { examples: [...new Set(paths.map(shownPath))], problem: null }
}

async function newestValues({ session, accounts, clock }: PreviewParts): Promise<PatternValues[] | null> {
  const { shown } = accounts
  if (!shown) return null
  const { line } = shown
  const list = await unlessSealed(shown.use((storage) => storage.invoices()))
  const query = { ...EVERY_INVOICE, ...NEWEST_FIRST, offset: 0, limit: MOST_EXAMPLES }
  const page = await list?.page(query, today(clock.now()))
  const name = nameOf(line.account, session.state().accounts)
  return page?.rows.map((invoice) => ({ invoice, account: name, provider: line.provider.name })) ?? null
}

/** Before there are any invoices. */
const exampleOf = ({ clock }: PreviewParts): PatternValues => ({
  invoice: {
    key: '1',
    number: 'INV-2041',
    issuedDay: today(clock.now()),
    currency: 'EUR',
    total: '120.00',
    state: 'open'
  },
  account: 'Example',
  provider: 'Example'
})
