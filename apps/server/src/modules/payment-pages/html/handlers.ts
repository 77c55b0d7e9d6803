import { words } from '@frontdesk/contract/api'
import {
  cardConsent,
  type DocumentKind,
  isBlank,
  PAGE_LANGUAGES,
  PAYMENT_PAGE_PATHS,
  toSid,
} from '@frontdesk/contract/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TenantTx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { startCheckout } from '../../card-payments/index.ts'
import { fileHeaders } from '../../files/index.ts'
import {
  answerEstimate,
  BY_PAYMENT_PAGE,
  type DocumentLink,
  type DocumentRow,
  dayNumber,
  documentPath,
  dueAmountOf,
  findVersion,
  lockDocumentById,
  readDocumentToken,
  viewDocument,
} from '../../payment-documents/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import type { PaymentPageLimits } from '../limits.ts'
import { hasProof, proofCookie } from '../proof.ts'
import { type DocumentView, type LinkedDocument, loadDocumentView, loadLinkedDocument } from '../read-document.ts'
import { tipIn } from '../tip.ts'
import {
  approvePage,
  chosenIn,
  declinePage,
  estimatePage,
  isAnswerable,
  withChoice,
  wordingOf,
} from './estimate-page.ts'
import { digitsPage, replacedPage } from './link-pages.ts'
import { leavingPage, requestPage, requestTitle } from './request-page.ts'
import { attempt, type PageContext, type PageRequest, type PageResponse, readRequest } from './respond.ts'
import { sendPdf } from './send-pdf.ts'

interface Opened {
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
const NAME_MAX = 120
const REASON_MAX = 500

/** The pages of one kind of document. */
export function paymentPageHandlers(deps: PaymentPageDeps, limits: PaymentPageLimits, kind: DocumentKind) {
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

  /** Handles a request of a verified visitor; redirects others to the page that verifies them. */
  const ofContact = async (
    request: PageRequest,
    work: (opened: Opened) => Promise<PageResponse>,
  ): Promise<PageResponse> => {
    const opened = await open(request)
    const { link, linked, context, path } = opened
    const isNewest = link.version === linked.document.version && !opened.isExpired
    return isNewest && isOpenTo(opened, request) ? work(opened) : { redirect: context.link(path) }
  }

  const answering = (request: PageRequest, work: (opened: Opened, view: DocumentView) => Promise<PageResponse>) =>
    ofContact(request, async (opened) => {
      const view = await read(opened)
      return kind === 'estimate' && isAnswerable(view)
        ? work(opened, view)
        : { redirect: opened.context.link(opened.path) }
    })

  const showApproval = (
    opened: Opened,
    view: DocumentView,
    given: { chosenLines: readonly number[]; name: string; error: string | null },
  ): PageResponse => {
    const { context, path } = opened
    const body = approvePage(context, withChoice(view, given.chosenLines), { path, ...given })
    return respondWith(opened, { title: context.texts.approveTitle, body, status: given.error === null ? 200 : 422 })
  }

  const answer = async (
    { link, linked: { document }, context, path }: Opened,
    request: PageRequest,
    content: Pick<Parameters<typeof answerEstimate>[4], 'decision' | 'wording' | 'answer' | 'chosenLines'>,
  ): Promise<PageResponse> => {
    await limits.countChange(document.id)
    const answered = await inTenant(link, async (tx) => {
      const locked = await lockDocumentById(tx, document.id)
      if (!locked) throw new AppError('PaymentLinkInvalid')
      const { estimate, deposit } = await answerEstimate(deps, tx, BY_PAYMENT_PAGE, locked, {
        ...content,
        ...{ channel: 'page', version: Number(request.form.version), phone: locked.contactPhone },
        ...{ ipAddress: request.address, userAgent: request.userAgent },
      })
      const next = deposit ?? estimate
      return { next, nextPath: documentPath(secrets, tx, next) }
    })
    const { next, nextPath } = answered
    return next.kind === kind
      ? { redirect: context.link(next.version === link.version ? path : nextPath) }
      : { redirect: context.link(nextPath), cookies: [cookieFor(next)] }
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

  const pay = (request: PageRequest): Promise<PageResponse> =>
    ofContact(request, async (opened) => {
      const { link, linked, context, path } = opened
      const { document, configs } = linked
      const { texts, language } = context
      await limits.countChange(document.id)
      const { currency, invoiceNumber } = document
      const tipAmount = tipIn(request.form, { tipRates: configs.tipRates, dueAmount: dueAmountOf(document), currency })
      if (tipAmount === null) return showDocument(opened, request, texts.tipWrong)
      const outcome = await startCheckout(deps, {
        ...{ tenantId: link.tenantId, documentId: document.id, tipAmount, language },
        ...{ title: texts.request(invoiceNumber), tipTitle: texts.tip },
        returnUrl: deps.publicUrl() + context.link(path, { from: 'checkout' }),
        cancelUrl: deps.publicUrl() + context.link(path),
        cardConsent: request.form.keeps === 'yes' ? cardConsent(linked.businessName, language) : null,
      })
      if ('url' in outcome)
        return {
          ...respondWith(opened, { title: texts.leaving, body: leavingPage(context, linked, outcome.url) }),
          refresh: { seconds: 0, to: outcome.url },
        }
      if (outcome.error === 'nothing-due' || outcome.error === 'processing') return { redirect: context.link(path) }
      return showDocument(opened, request, outcome.error === 'not-enabled' ? texts.notOnline : texts.unavailable)
    })

  /** The document as a PDF, for verified visitors. */
  const download = async (request: FastifyRequest, reply: FastifyReply) => {
    const pageRequest = readRequest(request)
    const opened = await open(pageRequest)
    const { context, path, link, linked } = opened
    if (opened.isExpired || link.version !== linked.document.version || !isOpenTo(opened, pageRequest))
      return reply.redirect(context.link(path), 303)
    return sendPdf(deps, reply, context, await read(opened))
  }

  /** A file of the document, for verified visitors. */
  const file = async (request: FastifyRequest, reply: FastifyReply) => {
    const pageRequest = readRequest(request)
    const opened = await open(pageRequest)
    const { context, path, link, linked } = opened
    if (opened.isExpired || link.version !== linked.document.version || !isOpenTo(opened, pageRequest))
      return reply.redirect(context.link(path), 303)
    const { files } = await read(opened)
    const stored = files.find(({ id }) => toSid('ME', id) === pageRequest.params.sid)
    if (!stored?.storageKey) throw new AppError('FileNotFound')
    return reply
      .headers(fileHeaders(stored))
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .send(Buffer.from(await deps.storage.get(stored.storageKey)))
  }

  /** The logo of the business, for everyone who has the link. */
  const logo = async (request: FastifyRequest, reply: FastifyReply) => {
    const { linked } = await open(readRequest(request))
    if (!linked.logo) throw new AppError('FileNotFound')
    return reply
      .type('image/png')
      .header('cache-control', 'private, max-age=86400')
      .header('referrer-policy', 'no-referrer')
      .send(Buffer.from(await deps.storage.get(linked.logo.storageKey)))
  }

  return {
    show,
    enterDigits,
    pay,
    download,
    file,
    logo,
    confirmApproval: (request: PageRequest) =>
      answering(request, async (opened, view) =>
        showApproval(opened, view, {
          ...{ chosenLines: chosenIn(request.query), name: view.contact?.name ?? '', error: null },
        }),
      ),
    approve: (request: PageRequest) =>
      answering(request, async (opened, view) => {
        const chosenLines = chosenIn(request.form)
        const name = words()
          .parse(request.form.name ?? '')
          .slice(0, NAME_MAX)
        if (isBlank(name))
          return showApproval(opened, view, { chosenLines, name, error: opened.context.texts.nameMissing })
        const wording = wordingOf(opened.context, withChoice(view, chosenLines))
        return orShow(opened, request, () =>
          answer(opened, request, { decision: 'approved', wording, answer: name, chosenLines }),
        )
      }),
    confirmDecline: (request: PageRequest) =>
      answering(request, async (opened, view) =>
        respondWith(opened, {
          title: opened.context.texts.declineTitle,
          body: declinePage(opened.context, view, { path: opened.path, error: null }),
        }),
      ),
    decline: (request: PageRequest) =>
      answering(request, async (opened) => {
        const reason = words()
          .parse(request.form.reason ?? '')
          .slice(0, REASON_MAX)
        const wording = opened.context.texts.confirmDecline
        return orShow(opened, request, () =>
          answer(opened, request, { decision: 'declined', wording, answer: reason, chosenLines: null }),
        )
      }),
  }
}
