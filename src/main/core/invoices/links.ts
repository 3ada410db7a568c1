/** Opens an invoice's web page or PDF in the browser. The sample's hosts don't exist, so its links never go there. */
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { AppError } from '../../../shared/ipc/error.ts'
import type { Invoice } from '../../../shared/models/invoice.ts'
import { startOperation, type Operation } from '../open-account.ts'
import { pdfName } from './file-names.ts'
import type { InvoiceParts } from './parts.ts'
import type { RefreshLinks } from './refresh-links.ts'

export interface Links {
  /**
   * The sample's PDF opens in the system's viewer, its page nowhere.
   * @throws NOT_FOUND when the invoice is gone or has no such link; with 'fresh' the error of the refresh; for the
   * sample's PDF as Api.pdf and Files.openCopy; as Api.externalUrl; CANCELLED when another account is opened or the app
   * is locked
   */
  openLink(wanted: Input<'invoices', 'openLink'>): Promise<Output<'invoices', 'openLink'>>
}

export function createLinks(parts: InvoiceParts, refreshLinks: RefreshLinks): Links {
  const openInViewer = async (operation: Operation, invoice: Invoice, address: string): Promise<void> => {
    const bytes = await operation.wait(parts.api.pdf(operation.account.connection, address, operation.signal))
    await parts.files.openCopy(pdfName(invoice), bytes, operation.check)
  }

  return {
    async openLink({ key, which, link }) {
      const operation = startOperation(parts)
      const error = link === 'fresh' ? await refreshLinks(operation) : null
      if (error) throw new AppError(error.code, error)
      const record = await operation.wait(operation.storage.invoice(key))
      const address = which === 'page' ? record?.pageUrl : record?.pdfUrl
      if (!record || !address) throw new AppError('NOT_FOUND')
      if (operation.account.kind === 'sample') {
        if (which === 'pdf') await openInViewer(operation, record.invoice, address)
        return { host: null }
      }
      return {
        host: await parts.opener.open(parts.api.externalUrl(operation.account.connection.baseAddress, address))
      }
    }
  }
}

export const hostOf = (address: string | null): string | null =>
  address === null ? null : (URL.parse(address)?.host ?? null)
