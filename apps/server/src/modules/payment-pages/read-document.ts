import type { DocumentLine, PaymentConfigs } from '@frontdesk/contract/api'
import {
  isChargeable,
  isDarkColor,
  type PayerFailure,
  type PaymentStatus,
  payerFailure,
} from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findPayerFailure, listReceipts } from '../card-payments/index.ts'
import { findFiles } from '../files/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { findBusinessName } from '../messages/index.ts'
import { findEnabledAccount } from '../payment-accounts/index.ts'
import { type DocumentLogo, findLogo, readPaymentConfigs } from '../payment-configs/index.ts'
import {
  type DocumentRow,
  documentPath,
  dueAmountOf,
  findContactOf,
  findDocumentById,
  findLinkPhones,
  findParts,
  findVersion,
  lateApprovalIn,
  listAnswers,
  listLines,
  listRefunds,
  type RefundRow,
  reducesPayment,
} from '../payment-documents/index.ts'

import type { PaymentPageDeps } from './deps.ts'

/** Branding that everyone with a link sees. */
export interface PageFrame {
  businessName: string
  color: string
  onColor: string
  logo: DocumentLogo | null
}

/** A document before the visitor is verified. */
export interface LinkedDocument extends PageFrame {
  document: DocumentRow
  /** The numbers whose last digits verify a visitor: of its contact, and those that it was sent to. */
  phones: readonly string[]
  contact: { name: string; email: string | null; language: string | null } | null
  configs: PaymentConfigs
}

/** A document as its contact sees it. */
export interface DocumentView extends LinkedDocument {
  version: Awaited<ReturnType<typeof findVersion>>
  lines: readonly DocumentLine[]
  files: Awaited<ReturnType<typeof findFiles>>
  /** The payment requests for an estimate that were sent. */
  requests: readonly { document: DocumentRow; path: string }[]
  /** Its refunds. */
  refunds: readonly RefundRow[]
  /** Its payments. */
  receipts: Awaited<ReturnType<typeof listReceipts>>
  /** The status that the contact sees: that of failed charges is hidden if a teammate started them. */
  status: PaymentStatus
  /** Why the contact’s own last payment failed, in terms for them; null if it did not. */
  failure: PayerFailure | null
  /** Whether the contact approved the estimate after it expired. */
  isApprovedLate: boolean
  /** Whether a request can be paid on the page. */
  isOnline: boolean
  location: { name: string; address: string; phone: string; timeZone: string }
}

/** Loads the document of a link, which must have a number: drafts are not shown. */
export async function loadLinkedDocument(tx: TenantTx, id: string): Promise<LinkedDocument> {
  const linked = await describeLinked(tx, id)
  if (linked.document.invoiceNumber === '') throw new AppError('PaymentLinkInvalid')
  return linked
}

export async function describeLinked(tx: TenantTx, id: string): Promise<LinkedDocument> {
  const document = await findDocumentById(tx, id)
  if (!document) throw new AppError('PaymentLinkInvalid')
  const contact = await findContactOf(tx, document)
  const configs = await readPaymentConfigs(tx)
  return {
    businessName: await findBusinessName(tx),
    color: configs.color,
    onColor: isDarkColor(configs.color) ? '#fff' : '#000',
    logo: await findLogo(tx, configs.logoURL),
    document,
    // Without the other numbers of a merged contact, which may be those of a partner or a colleague.
    phones: [document.contactPhone, ...(contact ? [contact.phone] : []), ...(await findLinkPhones(tx, document))],
    contact: contact ?? null,
    configs,
  }
}

export async function loadDocumentView(
  { secrets, paymentProvider }: Pick<PaymentPageDeps, 'secrets' | 'paymentProvider'>,
  tx: TenantTx,
  linked: LinkedDocument,
): Promise<DocumentView> {
  const account = await findEnabledAccount(tx, paymentProvider)
  const { document } = linked
  const parts = (await findParts(tx, document)).filter(
    ({ kind, numberValue, stage }) => kind === 'request' && numberValue !== '0' && stage !== 'cancelled',
  )
  const answers = document.kind === 'estimate' ? await listAnswers(tx, document) : []
  const location = await findLocationRow(tx, document.locationId)
  const version = await findVersion(tx, document)
  const failure = document.status === 'failed' ? await findPayerFailure(tx, document) : null
  return {
    ...linked,
    version,
    files: await findFiles(tx, version.fileIds),
    lines: await listLines(tx, document),
    requests: parts.map((part) => ({ document: part, path: documentPath(secrets, tx, part) })),
    refunds: (await listRefunds(tx, document)).filter(reducesPayment),
    receipts: await listReceipts(tx, document),
    status: document.status === 'failed' && !failure ? document.stage : document.status,
    failure: failure && payerFailure(failure.code),
    isApprovedLate: document.stage === 'expired' && lateApprovalIn(answers) !== null,
    isOnline: account?.currency === document.currency && isChargeable(dueAmountOf(document), document.currency),
    location: {
      name: location.name,
      address: location.formattedAddress ?? '',
      phone: location.locationPhoneNumber ?? location.phoneNumber ?? '',
      timeZone: location.timeZone,
    },
  }
}
