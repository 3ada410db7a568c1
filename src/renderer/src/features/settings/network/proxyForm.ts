/** A proxy as it is typed, and as the setting has it. */
import {
  isBypassRule,
  isPort,
  isProxyHost,
  isProxyUser,
  PROXY_LIMITS,
  type ManualProxy
} from '../../../../../shared/models/network-proxy.ts'
import { t } from '../../../i18n.ts'

export interface ProxyForm {
  scheme: ManualProxy['scheme']
  host: string
  port: string
  bypass: string
  user: string
}

export const formOf = (manual: ManualProxy | null): ProxyForm => ({
  scheme: manual?.scheme ?? 'http',
  host: manual?.host ?? '',
  port: manual ? String(manual.port) : '',
  bypass: manual?.bypass.join(', ') ?? '',
  user: manual?.user ?? ''
})

/** In the form that the setting takes: names in ASCII and lower case, IPv6 in brackets; null: it isn't one. */
export function parseHost(typed: string): string | null {
  const text = typed.trim()
  if (/[\s/?#@\\%]/.test(text)) return null
  const isBareIpv6 = text.includes(':') && !text.startsWith('[')
  const url = URL.parse(`http://${isBareIpv6 ? `[${text}]` : text}`)
  return url && url.port === '' && isProxyHost(url.hostname) ? url.hostname : null
}

export function parseRule(typed: string): string | null {
  const text = typed.trim()
  const [, prefix = '', name = text, end = ''] = /^(\*?\.)?(.*?)(:\d+|\/\d+)?$/.exec(text) ?? []
  const isIpv6 = name.includes(':') && !name.startsWith('[')
  const host = parseHost(isIpv6 && !end.startsWith('/') ? name + end : name)
  if (host === null) return null
  const isRange = end.startsWith('/')
  const rule = prefix + (isRange ? host.replaceAll(/^\[|\]$/g, '') : host) + (isIpv6 && !isRange ? '' : end)
  return isBypassRule(rule) ? rule : null
}

export interface ParsedProxy {
  manual: ManualProxy | null
  /** Sentences for the fields. */
  problems: Partial<Record<keyof ProxyForm, string>>
}

export function parseForm({
  scheme,
  host: typedHost,
  port: typedPort,
  bypass: typedRules,
  user: typed
}: ProxyForm): ParsedProxy {
  const problems: ParsedProxy['problems'] = {}
  const host = parseHost(typedHost)
  if (host === null) problems.host = t('settings.network.wrong.host')
  const port = /^\s*\d{1,5}\s*$/.test(typedPort) ? Number(typedPort) : 0
  if (!isPort(port)) problems.port = t('settings.network.wrong.port')
  const rules = typedRules
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((text) => ({ text, rule: parseRule(text) }))
  const bypass = [...new Set(rules.flatMap(({ rule }) => rule ?? []))]
  const wrong = rules.find(({ rule }) => rule === null)
  if (wrong) problems.bypass = t('settings.network.wrong.bypass', { rule: wrong.text.slice(0, 60) })
  else if (bypass.length > PROXY_LIMITS.rules) problems.bypass = t('settings.network.wrong.bypassCount')
  const user = scheme === 'socks5' ? '' : typed.trim()
  if (!isProxyUser(user)) problems.user = t('settings.network.wrong.user')
  const isWhole = host !== null && Object.keys(problems).length === 0
  return { manual: isWhole ? { scheme, host, port, bypass, user } : null, problems }
}
