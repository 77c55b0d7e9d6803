import { words } from '@frontdesk/contract/api'
import { isBlank } from '@frontdesk/contract/rules'
import { AppError } from '../../../platform/errors.ts'
import { answerEstimate, BY_PAYMENT_PAGE, documentPath, lockDocumentById } from '../../payment-documents/index.ts'
import type { PaymentPageDeps } from '../deps.ts'
import type { PaymentPageLimits } from '../limits.ts'
import type { DocumentView } from '../read-document.ts'
import type { DocumentPages, Opened } from './document-pages.ts'
import { approvePage, chosenIn, declinePage, isAnswerable, withChoice, wordingOf } from './estimate-page.ts'
import type { PageRequest, PageResponse } from './respond.ts'

const NAME_MAX = 120
const REASON_MAX = 500

type Answer = Pick<Parameters<typeof answerEstimate>[4], 'decision' | 'wording' | 'answer' | 'chosenLines'>

const wordsOf = (text: string | undefined, max: number): string =>
  words()
    .parse(text ?? '')
    .slice(0, max)

/** Approving and declining an estimate, each on a page that asks for confirmation. */
export function estimateHandlers(deps: PaymentPageDeps, limits: PaymentPageLimits, pages: DocumentPages) {
  const { inTenant, secrets } = deps

  /** Handles a request for an estimate that can be answered; redirects others to its page. */
  const answering = (request: PageRequest, work: (opened: Opened, view: DocumentView) => Promise<PageResponse>) =>
    pages.ofContact(request, async (opened) => {
      const view = await pages.read(opened)
      return isAnswerable(view) ? work(opened, view) : { redirect: opened.context.link(opened.path) }
    })

  const showApproval = (
    opened: Opened,
    view: DocumentView,
    given: { chosenLines: readonly number[]; name: string; error: string | null },
  ): PageResponse => {
    const { context, path } = opened
    const body = approvePage(context, withChoice(view, given.chosenLines), { path, ...given })
    const status = given.error === null ? 200 : 422
    return pages.respondWith(opened, { title: context.texts.approveTitle, body, status })
  }

  const answer = (opened: Opened, request: PageRequest, content: Answer): Promise<PageResponse> =>
    pages.orShow(opened, request, async () => {
      const { link, linked, context, path } = opened
      const { id } = linked.document
      await limits.countChange(id)
      const { next, nextPath } = await inTenant(link, async (tx) => {
        const locked = await lockDocumentById(tx, id)
        if (!locked) throw new AppError('PaymentLinkInvalid')
        const { estimate, deposit } = await answerEstimate(deps, tx, BY_PAYMENT_PAGE, locked, {
          ...content,
          ...{ channel: 'page', version: Number(request.form.version), phone: locked.contactPhone },
          ...{ ipAddress: request.address, userAgent: request.userAgent },
        })
        const document = deposit ?? estimate
        return { next: document, nextPath: documentPath(secrets, tx, document) }
      })
      return next.kind === 'estimate'
        ? { redirect: context.link(next.version === link.version ? path : nextPath) }
        : { redirect: context.link(nextPath), cookies: [pages.cookieFor(next)] }
    })

  return {
    confirmApproval: (request: PageRequest) =>
      answering(request, async (opened, view) =>
        showApproval(opened, view, {
          ...{ chosenLines: chosenIn(request.query), name: view.contact?.name ?? '', error: null },
        }),
      ),
    approve: (request: PageRequest) =>
      answering(request, async (opened, view) => {
        const chosenLines = chosenIn(request.form)
        const name = wordsOf(request.form.name, NAME_MAX)
        if (isBlank(name))
          return showApproval(opened, view, { chosenLines, name, error: opened.context.texts.nameMissing })
        const wording = wordingOf(opened.context, withChoice(view, chosenLines))
        return answer(opened, request, { decision: 'approved', wording, answer: name, chosenLines })
      }),
    confirmDecline: (request: PageRequest) =>
      answering(request, async (opened, view) =>
        pages.respondWith(opened, {
          title: opened.context.texts.declineTitle,
          body: declinePage(opened.context, view, { path: opened.path, error: null }),
        }),
      ),
    decline: (request: PageRequest) =>
      answering(request, async (opened) => {
        const reason = wordsOf(request.form.reason, REASON_MAX)
        const wording = opened.context.texts.confirmDecline
        return answer(opened, request, { decision: 'declined', wording, answer: reason, chosenLines: null })
      }),
  }
}
