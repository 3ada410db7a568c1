/** The hosted page of an invoice, or its PDF, in the person's browser. The sample's hosts don't exist, so nothing of it goes there. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import { startOperation, type Operation } from '../open-account.ts'
import { pdfName } from './file-names.ts'
import type { InvoiceParts } from './index.ts'
import type { Renew } from './refresh-links.ts'

export interface Links {
  /**
   * Of the sample, the PDF is opened in the system's viewer, and the page nowhere.
   * @throws NOT_FOUND when the invoice is gone, or has no such link; with 'fresh' also why the platform's invoices could not be
   * had, and for the sample's PDF as Api.pdf and Files.openCopy; as Api.externalUrl; CANCELLED when the account was
   * left, or the app locked, meanwhile
   */
  openLink(wanted: Input<'invoices', 'openLink'>): Promise<Output<'invoices', 'openLink'>>
}

export function createLinks(parts: InvoiceParts, renew: Renew): Links {
  const openInViewer = async (operation: Operation, invoice: Invoice, address: string): Promise<void> => {
    const bytes = await operation.wait(parts.platform.pdf(operation.account.connection, address, operation.signal))
    await parts.files.openCopy(pdfName(invoice), bytes, operation.check)
  }

  return {
    async openLink({ key, which, link }) {
      const operation = startOperation(parts)
      const error = link === 'fresh' ? await renew(operation) : null
      if (error) throw new AppError(error.code, error)
      const record = await operation.wait(operation.storage.invoice(key))
      const address = which === 'page' ? record?.pageUrl : record?.pdfUrl
      if (!record || !address) throw new AppError('NOT_FOUND')
      if (operation.account.kind === 'sample') {
        if (which === 'pdf') await openInViewer(operation, record.invoice, address)
        return { host: null }
      }
      return {
        host: await parts.opener.open(parts.platform.externalUrl(operation.account.connection.baseAddress, address))
      }
    }
  }
}

/** Where an address leads, for the person to read. */
export const hostOf = (address: string | null): string | null =>
  address === null ? null : (URL.parse(address)?.host ?? null)
