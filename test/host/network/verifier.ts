/** A session's judgement of certificates: the app's verify proc over Node's verdict, kept as Chromium keeps it. */
import type { TLSSocket } from 'node:tls'
import type { Session } from 'electron'
import { chainOf, electronCertificate, isKnownRoot, keyHash, NET_OK, verdictOf } from './certificate.ts'
import { NetError } from './errors.ts'

type Proc = NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>

const AS_CHROMIUM = -3

export class Verifier {
  proc: Proc | null = null
  /** "The result of this procedure is cached by the network service": by host and certificate. */
  private readonly known = new Map<string, number>()
  private readonly ignoredKeys: ReadonlySet<string>

  constructor(switches: ReadonlyMap<string, string>) {
    this.ignoredKeys = new Set((switches.get('ignore-certificate-errors-spki-list') ?? '').split(','))
  }

  /** @throws NetError when the connection must not be used */
  async judge(hostname: string, socket: TLSSocket): Promise<void> {
    const chain = chainOf(socket)
    const { errorCode, verificationResult } = verdictOf(socket)
    const key = `${hostname} ${chain[0]?.fingerprint256 ?? ''}`
    const answer = this.known.get(key) ?? (await this.ask(hostname, socket))
    this.known.set(key, answer)
    if (answer === NET_OK) return
    if (answer !== AS_CHROMIUM) throw new NetError('ERR_FAILED')
    const ignored = chain.some((certificate) => this.ignoredKeys.has(keyHash(certificate)))
    if (errorCode !== NET_OK && !ignored) throw new NetError(verificationResult.replace('net::', ''))
  }

  private async ask(hostname: string, socket: TLSSocket): Promise<number> {
    const { proc } = this
    if (!proc) return AS_CHROMIUM
    const chain = chainOf(socket)
    const certificate = electronCertificate(chain)
    const told = {
      hostname,
      certificate,
      validatedCertificate: certificate,
      isIssuedByKnownRoot: isKnownRoot(chain),
      ...verdictOf(socket)
    }
    return new Promise((resolve) => proc(told, resolve))
  }
}
