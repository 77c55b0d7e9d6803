import type { PaymentDetail } from '@frontdesk/contract/api'
import {
  type DocumentKind,
  formatMoney,
  isOpenStage,
  localeOf,
  nextStage,
  PAGE_LANGUAGES,
} from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Needs } from '../../../platform/module.ts'
import type { Person } from '../../accounts/index.ts'
import type { ConversationDeps } from '../../conversations/index.ts'
import { queueMail, renderEmail } from '../../mail/index.ts'
import { findBusinessName } from '../../messages/index.ts'
import { findContactOf, lockDocument } from '../access.ts'
import { announcePayment } from '../announce-payment.ts'
import { changeDocument } from '../change-document.ts'
import { documentUrl } from '../document-token.ts'
import { getDetail } from '../get-detail.ts'
import { type DocumentRow, dueAmountOf } from '../rows.ts'
import { isSettled } from '../update-status.ts'
import { DOCUMENT_MAIL_TEXTS } from './texts.ts'

/** Emails a document to its contact with its PDF: a draft is sent, a due one gets a reminder, a paid one a receipt. */
export async function mailDocument(
  deps: ConversationDeps & Needs<'secrets' | 'publicUrl'>,
  tx: TenantTx,
  actor: Person,
  { clientMailId, ...which }: { id: string; kind: DocumentKind; clientMailId: string },
): Promise<PaymentDetail> {
  const document = await lockDocument(tx, actor, which)
  const dedupeKey = `document ${document.id} ${clientMailId}`
  if (!(await isQueued(tx, dedupeKey))) {
    const contact = await findContactOf(tx, document)
    if (!contact?.email) throw new AppError('ContactEmailMissing')
    const sent = await recordMailed(deps, tx, actor, document)
    const mail = await renderDocumentMail(deps, tx, sent, contact.language)
    await queueMail(tx, { to: contact.email, mail, dedupeKey, attachedDocumentId: document.id, at: tx.now() })
  }
  return getDetail(tx, actor, which)
}

const isQueued = async (tx: TenantTx, dedupeKey: string): Promise<boolean> =>
  (await tx
    .selectFrom('mails')
    .where('tenantId', '=', tx.tenantId)
    .where('dedupeKey', '=', dedupeKey)
    .select('id')
    .executeTakeFirst()) !== undefined

async function recordMailed(
  deps: ConversationDeps,
  tx: TenantTx,
  actor: Person,
  document: DocumentRow,
): Promise<DocumentRow> {
  const method = 'email'
  if (isSettled(document)) return changeDocument(tx, actor, document, { activity: { kind: 'sent', method } })
  const isDraft = document.stage === 'draft'
  const kind = isDraft ? 'sent' : 'sent-reminder'
  const stage = nextStage(document.stage, kind)
  if (stage === null || !(isDraft || isOpenStage(document.stage))) throw new AppError('PaymentStatusWrong')
  const after = await changeDocument(tx, actor, document, { stage, activity: { kind, method } })
  await announcePayment(deps, tx, actor, after, { kind })
  return after
}

async function renderDocumentMail(
  deps: Needs<'secrets' | 'publicUrl'>,
  tx: TenantTx,
  document: DocumentRow,
  contactLanguage: string | null,
) {
  const language = PAGE_LANGUAGES.find((each) => each === contactLanguage) ?? 'en'
  const texts = DOCUMENT_MAIL_TEXTS[language]
  const { subject, line, open } = texts[isSettled(document) ? 'receipt' : document.kind]
  const amount = document.kind === 'request' ? dueAmountOf(document) : Number(document.totalAmount)
  const facts = {
    business: await findBusinessName(tx),
    number: document.invoiceNumber,
    amount: formatMoney(amount, document.currency, localeOf(language)),
  }
  return renderEmail({
    ...{ language, subject: subject(facts), heading: subject(facts), lines: [line(facts), texts.attached] },
    ...{ action: { label: open, url: documentUrl(deps, tx, document) }, linkHint: texts.linkHint },
    sender: facts.business,
  })
}
