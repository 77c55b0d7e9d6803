import { type DocumentKind, PAGE_LANGUAGES, PAYMENT_PAGE_PATHS } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/pages/html.ts'
import {
  type DocumentLink,
  type DocumentRow,
  dayNumber,
  documentPath,
  dueAmountOf,
  findVersion,
  readDocumentToken,
  viewDocument,
} from '../../payment-documents/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import type { PaymentPageLimits } from '../limits.ts'
import { hasProof, proofCookie } from '../proof.ts'
import { type DocumentView, type LinkedDocument, loadDocumentView, loadLinkedDocument } from '../read-document.ts'
import { estimatePage } from './estimate-page.ts'
import { digitsPage, replacedPage } from './link-pages.ts'
import { requestPage, requestTitle } from './request-page.ts'
import { attempt, type PageContext, type PageRequest, type PageResponse } from './respond.ts'

/** An opened link, also that of a visitor who is not verified yet. */
export interface Opened {
  path: string
  link: DocumentLink
  /** An expired link is renewed once the visitor has entered the digits. */
  isExpired: boolean
  linked: LinkedDocument
  context: PageContext
}

const DIGITS = 4
/** How long an expired link can be renewed. */
const RENEWABLE_DAYS = 365
/** How often the page polls for a payment that is not reported yet. */
const CHECK_SECONDS = 5
const CHECKS = 12

export type DocumentPages = ReturnType<typeof documentPages>

/** The page of one kind of document, and how a visitor gets to it. */
export function documentPages(deps: PaymentPageDeps, limits: PaymentPageLimits, kind: DocumentKind) {
  const { inTenant, secrets } = deps
  const key = secrets.paymentKey

  /** The document of a link; throws if there is none, which is counted. */
  const open = async ({ params, address, contextOf }: PageRequest): Promise<Opened> => {
    const token = params.token ?? ''
    const link = readDocumentToken(key, token)
    if (!link) {
      await limits.countUnknown(address)
      throw new AppError('PaymentLinkInvalid')
    }
    await limits.countRead({ documentId: link.id, address })
    const today = dayNumber(deps.now())
    if (link.lastDay + RENEWABLE_DAYS < today) throw new AppError('PaymentLinkExpired')
    const linked = await inTenant({ tenantId: link.tenantId }, (tx) => loadLinkedDocument(tx, link.id))
    if (linked.document.kind !== kind) throw new AppError('PaymentLinkInvalid')
    const context = contextOf(PAGE_LANGUAGES, linked.contact?.language)
    return { path: PAYMENT_PAGE_PATHS[kind] + token, link, isExpired: link.lastDay < today, linked, context }
  }

  const respondWith = (
    { linked: { color, onColor, businessName }, context }: Opened,
    { title, body, status = 200 }: { title: string; body: Html; status?: number },
  ): PageResponse => ({ context, color, onColor, title: `${title} · ${businessName}`, body, status })

  const isOpenTo = ({ linked: { document } }: Opened, { cookies }: PageRequest): boolean =>
    hasProof({ key, cookies, now: deps.now() }, document)

  const askDigits = (opened: Opened, error: string | null): PageResponse => {
    const { linked, context, path, isExpired } = opened
    const status = error !== null ? 422 : isExpired ? 410 : 200
    return respondWith(opened, {
      ...{ title: context.texts.digitsTitle, body: digitsPage(context, linked, { path, error, isExpired }), status },
    })
  }

  /** Redirects from an expired link to a new one, once the visitor has entered the digits. */
  const renew = ({ link, linked, context }: Opened): PageResponse & { redirect: string } => ({
    redirect: context.link(documentPath(secrets, { tenantId: link.tenantId, now: deps.now }, linked.document)),
  })

  const leadOn = async (opened: Opened): Promise<PageResponse> => {
    const { linked, context, link } = opened
    const { newest, isOwnChoice } = await inTenant(link, async (tx) => ({
      newest: documentPath(secrets, tx, linked.document),
      // The newest version is what the contact chose of this one.
      isOwnChoice: (await findVersion(tx, linked.document)).chosenFrom === link.version,
    }))
    if (isOwnChoice) return { redirect: context.link(newest) }
    return respondWith(opened, { title: context.texts.replacedTitle, body: replacedPage(context, linked, newest) })
  }

  const read = ({ link, linked }: Opened): Promise<DocumentView> =>
    inTenant(link, (tx) => loadDocumentView(deps, tx, linked))

  /** The next poll after checkout: the processor’s report may take a moment. */
  const nextCheck = ({ linked: { document }, context, path }: Opened, { query }: PageRequest) => {
    const checks = Number(query.n ?? 0)
    return dueAmountOf(document) > 0 && !document.isProcessing && checks < CHECKS
      ? { seconds: CHECK_SECONDS, to: context.link(path, { from: 'checkout', n: String(checks + 1) }) }
      : undefined
  }

  const showDocument = async (opened: Opened, request: PageRequest, error: string | null): Promise<PageResponse> => {
    const { linked, context, path } = opened
    const view = await read(opened)
    const today = Temporal.Instant.from(deps.now()).toZonedDateTimeISO(view.location.timeZone).toPlainDate().toString()
    const isReturning = request.query.from === 'checkout'
    const refresh = isReturning ? nextCheck(opened, request) : undefined
    const isWaiting = refresh !== undefined
    const [title, body] =
      kind === 'request'
        ? [
            requestTitle(context, view),
            requestPage(context, view, { path, today, error, isReturning, isWaiting, form: request.form }),
          ]
        : [context.texts.estimate(linked.document.invoiceNumber), estimatePage(context, view, { path, today, error })]
    // A verified visitor of an estimate may also open its payment requests.
    const cookies = view.requests.map(({ document }) => cookieFor(document))
    // A reload would lose the error of a form.
    const isLive = error === null && !isWaiting
    return { ...respondWith(opened, { title, body, status: error === null ? 200 : 409 }), cookies, refresh, isLive }
  }

  const show = async (request: PageRequest): Promise<PageResponse> => {
    const opened = await open(request)
    if (opened.isExpired) return isOpenTo(opened, request) ? renew(opened) : askDigits(opened, null)
    if (opened.link.version !== opened.linked.document.version) return leadOn(opened)
    return isOpenTo(opened, request) ? showDocument(opened, request, null) : askDigits(opened, null)
  }

  /** Verifies the digits, and records that the contact opened the document. */
  const enterDigits = async (request: PageRequest): Promise<PageResponse> => {
    const opened = await open(request)
    const { link, linked, context, path, isExpired } = opened
    const { error } = await attempt(context.texts, async () => {
      const { id: documentId, contactId } = linked.document
      const attempted = { documentId, contactId, address: request.address }
      await limits.countDigits(attempted)
      const digits = (request.form.digits ?? '').trim()
      const isRight = digits.length === DIGITS && linked.phones.some((phone) => phone.endsWith(digits))
      if (!isRight || !/^\d+$/.test(digits)) throw new AppError('WrongPhoneDigits')
      await limits.clearDigits(attempted)
      await inTenant(link, (tx: TenantTx) => viewDocument(deps, tx, link.id))
    })
    if (error !== null) return askDigits(opened, error)
    const cookies = [cookieFor(linked.document)]
    return isExpired ? { ...renew(opened), cookies } : { redirect: context.link(path), cookies }
  }

  const cookieFor = (document: DocumentRow): string =>
    proofCookie({ key, isSecure: deps.publicUrl().startsWith('https:'), now: deps.now() }, document)

  /** Whether the visitor is verified, and the link leads to the newest version. */
  const isVerified = (opened: Opened, request: PageRequest): boolean =>
    !opened.isExpired && opened.link.version === opened.linked.document.version && isOpenTo(opened, request)

  /** Handles a request of a verified visitor; redirects others to the page that verifies them. */
  const ofContact = async (
    request: PageRequest,
    work: (opened: Opened) => Promise<PageResponse>,
  ): Promise<PageResponse> => {
    const opened = await open(request)
    return isVerified(opened, request) ? work(opened) : { redirect: opened.context.link(opened.path) }
  }

  /** Handles a form. If it fails, shows the document as it is now, with the error. */
  const orShow = async (opened: Opened, request: PageRequest, work: () => Promise<PageResponse>) => {
    const { result, error } = await attempt(opened.context.texts, work)
    if (result) return result
    const present = await open(request)
    return present.link.version === present.linked.document.version
      ? showDocument(present, request, error)
      : leadOn(present)
  }

  return { open, isVerified, respondWith, read, showDocument, cookieFor, ofContact, orShow, show, enterDigits }
}
