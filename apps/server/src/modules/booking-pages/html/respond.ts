import { BOOKING_PAGE_PATH, BOOKING_SLUG, DEFAULT_BOOKING_CONFIGS, VISIT_PAGE_PATH } from '@frontdesk/contract/rules'
import type { AppError } from '../../../platform/errors.ts'
import {
  createResponder,
  type PageRequest as Request,
  type PageResponse as Response,
} from '../../../platform/pages/respond.ts'
import type { PageContext } from './context.ts'
import { PAGE_TEXTS, type PageTexts } from './texts.ts'

export type PageRequest = Request<PageTexts>
export type PageResponse = Response<PageTexts>

type TextKey = { [Key in keyof PageTexts]: PageTexts[Key] extends string ? Key : never }[keyof PageTexts]

/** Errors for which the pages have texts. */
const ERROR_TEXTS = {
  SlotTaken: 'taken',
  HoldExpired: 'noLongerHeld',
  WrongProofCode: 'wrongCode',
  ProofExpired: 'codeExpired',
  NumberNotTextable: 'notTextable',
  PhoneNumberInexistent: 'phoneInvalid',
  AnswerMissing: 'answerMissing',
  InvalidInput: 'checkFields',
  TooManyAttempts: 'tooManyAttempts',
  ChangedMeanwhile: 'changedMeanwhile',
  BookingStatusWrong: 'changedMeanwhile',
  TooLateToChange: 'tooLate',
  BookingPageClosed: 'pageNotFound',
  ServiceNotFound: 'serviceNotFound',
  LocationNotFound: 'serviceNotFound',
  VisitLinkInvalid: 'linkInvalid',
} as const satisfies Record<string, TextKey>

const PAYMENT_ERRORS: readonly string[] = ['PaymentsNotEnabled', 'PaymentProviderUnavailable']

function textOf(texts: PageTexts, { code }: AppError): string {
  if (PAYMENT_ERRORS.includes(code)) return texts.payment.unavailable
  return code in ERROR_TEXTS ? texts[ERROR_TEXTS[code as keyof typeof ERROR_TEXTS]] : texts.failed
}

/** Back to the services of the business, or to the visit, unless that is what was not found. */
function backOf({ params: { slug, token }, query }: PageRequest, { texts, link }: PageContext, { code }: AppError) {
  if (slug !== undefined && BOOKING_SLUG.test(slug) && code !== 'BookingPageClosed')
    return { href: link(BOOKING_PAGE_PATH + slug, query.l === undefined ? {} : { l: query.l }), text: texts.toServices }
  if (token !== undefined && code !== 'VisitLinkInvalid')
    return { href: link(VISIT_PAGE_PATH + token), text: texts.toVisit }
  return null
}

const { languages, color } = DEFAULT_BOOKING_CONFIGS.page

export const { respond, attempt, showFailures } = createResponder({
  texts: PAGE_TEXTS,
  textOf,
  backOf,
  languages,
  color,
})
