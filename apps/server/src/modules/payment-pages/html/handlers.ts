import { type DocumentKind, PAGE_LANGUAGES, PAYMENT_PAGE_PATHS } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/pages/html.ts'
import {
  type DocumentLink,
  type DocumentRow,
  dayNumber,
  documentPath,
  readDocumentToken,
  viewDocument,
} from '../../payment-documents/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import type { PaymentPageLimits } from '../limits.ts'
import { hasProof, proofCookie } from '../proof.ts'
import { type LinkedDocument, readLinked, readShown } from '../read-document.ts'
import { estimatePage } from './estimate-page.ts'
import { digitsPage, replacedPage } from './link-pages.ts'
import { requestPage, requestTitle } from './request-page.ts'
import { attempt, type PageContext, type PageRequest, type PageResponse } from './respond.ts'

interface Opened {
  token: string
  path: string
  link: DocumentLink
  linked: LinkedDocument
  context: PageContext
}

const DIGITS = 4

/** The pages of one kind of document. */
export function paymentPageHandlers(deps: PaymentPageDeps, limits: PaymentPageLimits, kind: DocumentKind) {
  const { inTenant, secrets } = deps
  const key = secrets.paymentKey

  /** The document of a link; throws if there is none, which is counted. */
  const open = async ({ params, address, contextOf }: PageRequest): Promise<Opened> => {
    await limits.countRead(address)
    const token = params.token ?? ''
    const link = readDocumentToken(key, token)
    if (!link) {
      await limits.countUnknown(address)
      throw new AppError('PaymentLinkInvalid')
    }
    if (link.lastDay < dayNumber(deps.now())) throw new AppError('PaymentLinkExpired')
    const linked = await inTenant({ tenantId: link.tenantId }, (tx) => readLinked(tx, link.id))
    if (linked.document.kind !== kind) throw new AppError('PaymentLinkInvalid')
    const context = contextOf(PAGE_LANGUAGES, linked.contact?.language)
    return { token, path: PAYMENT_PAGE_PATHS[kind] + token, link, linked, context }
  }

  const respondWith = (
    { linked: { color, onColor, businessName }, context }: Opened,
    { title, body, status = 200 }: { title: string; body: Html; status?: number },
  ): PageResponse => ({ context, color, onColor, title: `${title} · ${businessName}`, body, status })

  const isOpenTo = ({ linked: { document } }: Opened, { cookies }: PageRequest): boolean =>
    hasProof({ key, cookies, now: deps.now() }, document)

  const askDigits = (opened: Opened, error: string | null): PageResponse => {
    const { linked, context, path } = opened
    const status = error === null ? 200 : 422
    return respondWith(opened, {
      ...{ title: context.texts.digitsTitle, body: digitsPage(context, linked, { path, error }), status },
    })
  }

  const leadOn = async (opened: Opened): Promise<PageResponse> => {
    const { linked, context, link } = opened
    const newest = await inTenant(link, async (tx) => documentPath(secrets, tx, linked.document))
    return respondWith(opened, { title: context.texts.replacedTitle, body: replacedPage(context, linked, newest) })
  }

  const showDocument = async (opened: Opened, request: PageRequest, error: string | null): Promise<PageResponse> => {
    const { linked, context, link, path } = opened
    const shown = await inTenant(link, (tx) => readShown(tx, linked))
    const today = Temporal.Instant.from(deps.now()).toZonedDateTimeISO(shown.location.timeZone).toPlainDate().toString()
    const isReturning = request.query.from === 'checkout'
    const [title, body] =
      kind === 'request'
        ? [requestTitle(context, shown), requestPage(context, shown, { path, today, error, isReturning })]
        : [context.texts.estimate(linked.document.invoiceNumber), estimatePage(context, shown, { error })]
    return respondWith(opened, { title, body, status: error === null ? 200 : 409 })
  }

  const show = async (request: PageRequest): Promise<PageResponse> => {
    const opened = await open(request)
    if (opened.link.version !== opened.linked.document.version) return leadOn(opened)
    return isOpenTo(opened, request) ? showDocument(opened, request, null) : askDigits(opened, null)
  }

  /** Compares the digits, and records that the contact opened the document. */
  const enterDigits = async (request: PageRequest): Promise<PageResponse> => {
    const opened = await open(request)
    const { token, link, linked, context, path } = opened
    const { error } = await attempt(context.texts, async () => {
      const attempted = { token, address: request.address }
      await limits.countDigits(attempted)
      const digits = (request.form.digits ?? '').trim()
      const isRight = digits.length === DIGITS && linked.phones.some((phone) => phone.endsWith(digits))
      if (!isRight || !/^\d+$/.test(digits)) throw new AppError('WrongPhoneDigits')
      await limits.clearDigits(attempted)
      await inTenant(link, (tx: TenantTx) => viewDocument(deps, tx, link.id))
    })
    if (error !== null) return askDigits(opened, error)
    return { redirect: context.link(path), cookies: [cookieFor(linked.document)] }
  }

  const cookieFor = (document: DocumentRow): string =>
    proofCookie({ key, isSecure: deps.publicUrl().startsWith('https:'), now: deps.now() }, document)

  return { show, enterDigits }
}
