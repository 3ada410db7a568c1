/** The page, the tray and the command line say the same of an error. */
import { expect, test } from 'vitest'
import { errorSentence, errorTexts } from '../../../src/shared/i18n/error-text.ts'
import { t } from '../../../src/shared/i18n/translate.ts'
import { FOUND_INSTEAD, type ErrorInfo } from '../../../src/shared/ipc/error.ts'

test.each<[error: ErrorInfo, sentence: string]>([
  [{ code: 'TIMEOUT', host: 'api.example.com' }, 'api.example.com took too long to respond.'],
  [{ code: 'TIMEOUT' }, 'The provider took too long to respond.'],
  [{ code: 'BAD_REPLY', found: 'html', host: 'api.example.com' }, 'api.example.com sent a web page instead of data.'],
  [{ code: 'BAD_REPLY', found: 'empty' }, 'Portside can’t read the reply from the provider.'],
  [
    { code: 'PROXY_AUTH', found: 'proxyPassword', proxy: 'proxy.example.com:8080' },
    'The proxy proxy.example.com:8080 didn’t accept your user name and password.'
  ],
  [
    { code: 'KEYCHAIN_LOCKED', found: 'sealed' },
    'Your saved profile and invoices are encrypted, and the password store with their key is locked.'
  ],
  [{ code: 'UNAUTHORIZED', found: 'expired', host: 'api.example.com' }, 'Your sign-in expired.'],
  [{ code: 'BAD_REQUEST', found: 'pageAddress' }, 'That invoice’s page has no usable address.'],
  [{ code: 'KEYCHAIN_LOCKED' }, 'Your system’s password store is locked.'],
  [{ code: 'BAD_REPLY', providerMessage: 'Please confirm your e-mail first.' }, 'The provider refused this.']
])('%j', (error, sentence) => expect(errorSentence(t, error)).toBe(sentence))

test.each(FOUND_INSTEAD)('%s has a next step, and a sentence or a detail', (found) => {
  const { sentence, next, detail } = errorTexts({ code: 'BAD_REPLY', found })
  for (const key of [sentence, next, ...(detail ? [detail] : [])]) expect(t(key)).toMatch(/\.$/)
})
