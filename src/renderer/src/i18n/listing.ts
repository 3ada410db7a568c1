/** The words about what else is done with the list of products, beside those that are always there. */
import listing from '../../../shared/i18n/en/listing.json' with { type: 'json' }
import { formatWith } from './format.ts'
import { addTopics } from './index.ts'

addTopics({ listing })

export * from './index.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number of bytes in a unit that suits it, powers of a thousand; from megabytes on with one place. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), UNITS.length - 1)
  const places = step < 2 ? 0 : 1
  return formatWith(bytes / 1000 ** step, {
    style: 'unit',
    unit: UNITS[step],
    minimumFractionDigits: places,
    maximumFractionDigits: places
  })
}
