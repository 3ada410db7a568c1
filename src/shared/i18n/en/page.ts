/** The English messages that the page uses, by topic. Main's own are left out, so that the page doesn't load them. */
import accounts from './accounts.json' with { type: 'json' }
import catalogue from './catalogue.json' with { type: 'json' }
import changes from './changes.json' with { type: 'json' }
import common from './common.json' with { type: 'json' }
import connection from './connection.json' with { type: 'json' }
import connectionCheck from './connectionCheck.json' with { type: 'json' }
import error from './error.json' with { type: 'json' }
import filters from './filters.json' with { type: 'json' }
import inspector from './inspector.json' with { type: 'json' }
import invoiceChart from './invoiceChart.json' with { type: 'json' }
import invoiceExport from './invoiceExport.json' with { type: 'json' }
import invoiceFilters from './invoiceFilters.json' with { type: 'json' }
import invoiceTools from './invoiceTools.json' with { type: 'json' }
import invoices from './invoices.json' with { type: 'json' }
import listing from './listing.json' with { type: 'json' }
import lock from './lock.json' with { type: 'json' }
import notice from './notice.json' with { type: 'json' }
import product from './product.json' with { type: 'json' }
import profile from './profile.json' with { type: 'json' }
import record from './record.json' with { type: 'json' }
import session from './session.json' with { type: 'json' }
import settings from './settings.json' with { type: 'json' }
import shell from './shell.json' with { type: 'json' }
import sorting from './sorting.json' with { type: 'json' }
import standing from './standing.json' with { type: 'json' }

export const page = {
  accounts,
  catalogue,
  changes,
  common,
  connection,
  connectionCheck,
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
  product,
  profile,
  record,
  session,
  settings,
  shell,
  sorting,
  standing
}
