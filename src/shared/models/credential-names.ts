/** Tells by its name whether a field holds a credential, because no provider says which fields do. */

/** Anywhere in the name without its separators: these letters mean nothing else. The published profile has securityStamp and more. */
const STEMS =
  /passw(or)?[dt]|passwrd|pwd|pswd|passphrase|passcode|secret|token|jwt|bearer|credential|cookie|fingerprint|signature|apikey|accesskey|privatekey|signingkey|encryptionkey|securitystamp|concurrencystamp|securityflag|recoverycode|backupcode|sessionid|totp|otp(code|seed|key|ur[il])|kennwort|contrasena|senha|kubeconfig|(epp|transfer|unlock)code|magiclink|autologin/

/** The whole name without its separators: as a part of a name, each of these has harmless meanings. */
const NAMES = /^(?:otp|pin(?:code)?|salt|authorization|pass|(?:x|basic)?auth|authinfo|session|sid|pem|puk|cvv|cvc|dsn)$/

const either = (words: string): string => `(?:${words.replaceAll(' ', '|')})`

/** A key is one of many things, such as a product's. These open something; `download` and what follows it are of a link for guests. */
const KEYS = either(
  'access account api app application auth client consumer encryption licence license master package private proxy recovery ' +
    'preshared priv security session shared signing ssh user webhook wifi wpa download view order invitation invite link share'
)
const TRAFFIC = either('gb left limit mb plan price remaining total usage used')
const PASSES = either(
  'account admin api auth basic database db ftp http login proxy rdp root smtp socks ssh user vnc vpn'
)

/** Words of the name, separated by a space. Two of them may be run together: `appkey`. */
const WORDS = new RegExp(
  [
    `\\b${KEYS} ?keys?\\b`,
    `\\b${PASSES} ?pass\\b`,
    '\\b(?:access|auth) ?codes?\\b',
    // Data of a proxy are its addresses and passwords, but not when they are traffic.
    `\\bprox(?:y|ies) ?(?:auth|data)\\b(?! ${TRAFFIC}\\b)`,
    '\\b(?:hmac|psk|pw|rootpw|sig)\\b'
  ].join('|')
)

/** A hash often opens an invoice or proves a user's name to a chat. These hashes are public or describe a computation. */
const HASH = /hash(?:es)?\b/
const PUBLIC_HASH =
  /\b(?:block|commit|content|file|image|transaction|tx|txn) ?hash(?:es)?\b|\bhash (?:algorithm|function|power|rate|type)\b/

/** `proxyData`, `PROXY_DATA` and `proxy-data2` are "proxy data". */
const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])(?=[A-Z])/g, '$1 ')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

export function isCredentialName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (STEMS.test(plain) || NAMES.test(plain)) return true
  const words = wordsOf(name)
  return WORDS.test(words) || (HASH.test(words) && !PUBLIC_HASH.test(words))
}
