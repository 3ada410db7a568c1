/**
 * What the page says, in English, by the view that says it: the shell's words are there from the start, a view's own come with
 * the view (renderer/i18n). The tray's words are not among them: only main says those.
 */
import catalogue from './en/catalogue.json' with { type: 'json' }
import common from './en/common.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }

export const first = { catalogue, common, shell }
