/** The English catalogue, whole. See README.md in this folder. */
import accounts from './en/accounts.json' with { type: 'json' }
import changes from './en/changes.json' with { type: 'json' }
import connection from './en/connection.json' with { type: 'json' }
import desktop from './en/desktop.json' with { type: 'json' }
import connectionCheck from './en/connectionCheck.json' with { type: 'json' }
import exported from './en/export.json' with { type: 'json' }
import error from './en/error.json' with { type: 'json' }
import filters from './en/filters.json' with { type: 'json' }
import inspector from './en/inspector.json' with { type: 'json' }
import invoiceChart from './en/invoiceChart.json' with { type: 'json' }
import invoiceExport from './en/invoiceExport.json' with { type: 'json' }
import invoiceFilters from './en/invoiceFilters.json' with { type: 'json' }
import invoiceTools from './en/invoiceTools.json' with { type: 'json' }
import invoices from './en/invoices.json' with { type: 'json' }
import listing from './en/listing.json' with { type: 'json' }
import lock from './en/lock.json' with { type: 'json' }
import notice from './en/notice.json' with { type: 'json' }
import notification from './en/notification.json' with { type: 'json' }
import product from './en/product.json' with { type: 'json' }
import profile from './en/profile.json' with { type: 'json' }
import quickCheck from './en/quickCheck.json' with { type: 'json' }
import record from './en/record.json' with { type: 'json' }
import session from './en/session.json' with { type: 'json' }
import settings from './en/settings.json' with { type: 'json' }
import sorting from './en/sorting.json' with { type: 'json' }
import standing from './en/standing.json' with { type: 'json' }
import summary from './en/summary.json' with { type: 'json' }
import tray from './en/tray.json' with { type: 'json' }
import { first } from './page.ts'

export const en = {
  ...first,
  accounts,
  changes,
  connection,
  desktop,
  connectionCheck,
  export: exported,
  error,
  filters,
  inspector,
  invoiceChart,
  invoiceExport,
  invoiceFilters,
  invoiceTools,
  invoices,
  listing,
  lock,
  notice,
  notification,
  product,
  profile,
  quickCheck,
  record,
  session,
  settings,
  sorting,
  standing,
  summary,
  tray
}
export type Messages = typeof en
