/** What the page says, in English. The tray's words are not among them: only main says those. */
import catalogue from './en/catalogue.json' with { type: 'json' }
import common from './en/common.json' with { type: 'json' }
import failure from './en/failure.json' with { type: 'json' }
import invoices from './en/invoices.json' with { type: 'json' }
import profile from './en/profile.json' with { type: 'json' }
import record from './en/record.json' with { type: 'json' }
import session from './en/session.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }

export const page = { catalogue, common, failure, invoices, profile, record, session, shell }
