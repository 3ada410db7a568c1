/** The hosted page of an invoice, or its PDF, in the person's browser. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { Fault } from '../../../shared/ipc/failure.ts'
import { begin } from './begun.ts'
import type { InvoiceParts } from './index.ts'
import type { Renew } from './renew.ts'

export interface Links {
  /**
   * @throws NOT_FOUND when the invoice is gone, or has no such link; with 'fresh' also why the platform's invoices could not be
   * had; as Platform.externalUrl; CANCELLED when the account was left, or the app locked, meanwhile
   */
  openLink(wanted: Input<'invoices', 'openLink'>): Promise<Output<'invoices', 'openLink'>>
}

export function createLinks(parts: InvoiceParts, renew: Renew): Links {
  return {
    async openLink({ key, which, link }) {
      const begun = begin(parts)
      const failure = link === 'fresh' ? await renew(begun) : null
      if (failure) throw new Fault(failure.code, failure)
      const record = await begun.done(begun.cache.invoice(key))
      const address = which === 'page' ? record?.pageUrl : record?.pdfUrl
      if (!address) throw new Fault('NOT_FOUND')
      return {
        host: await parts.opener.open(parts.platform.externalUrl(begun.account.connection.baseAddress, address))
      }
    }
  }
}

/** Where an address leads, for the person to read. */
export const hostOf = (address: string | null): string | null =>
  address === null ? null : (URL.parse(address)?.host ?? null)
