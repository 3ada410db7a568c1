/** The English catalogue, whole. See README.md in this folder. */
import catalogue from './en/catalogue.json' with { type: 'json' }
import common from './en/common.json' with { type: 'json' }
import failure from './en/failure.json' with { type: 'json' }
import invoices from './en/invoices.json' with { type: 'json' }
import profile from './en/profile.json' with { type: 'json' }
import session from './en/session.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import tray from './en/tray.json' with { type: 'json' }

export const en = { catalogue, common, failure, invoices, profile, session, shell, tray }
export type Messages = typeof en
