import { DEFAULT_PAYMENT_CONFIGS, PAGE_LANGUAGES } from '@frontdesk/contract/rules'
import type { AppError } from '../../../platform/errors.ts'
import type { PageContext as Context } from '../../../platform/pages/context.ts'
import {
  createResponder,
  type PageRequest as Request,
  type PageResponse as Response,
} from '../../../platform/pages/respond.ts'
import { PAYMENT_PAGE_TEXTS, type PaymentPageTexts } from './texts.ts'

export type PageContext = Context<PaymentPageTexts>
export type PageRequest = Request<PaymentPageTexts>
export type PageResponse = Response<PaymentPageTexts>

/** Errors for which the pages have texts. */
const ERROR_TEXTS = {
  PaymentLinkInvalid: 'linkInvalid',
  PaymentLinkExpired: 'linkExpired',
  WrongPhoneDigits: 'wrongDigits',
  TooManyAttempts: 'tooManyAttempts',
  ChangedMeanwhile: 'changedMeanwhile',
  PaymentStatusWrong: 'changedMeanwhile',
  PdfTooSlow: 'noPdf',
  TooManyPdfs: 'noPdf',
} as const satisfies Record<string, keyof PaymentPageTexts>

function textOf(texts: PaymentPageTexts, { code }: AppError): string {
  return code in ERROR_TEXTS ? texts[ERROR_TEXTS[code as keyof typeof ERROR_TEXTS]] : texts.failed
}

export const { respond, respondWithFile, attempt, readRequest, showFailures } = createResponder({
  ...{ texts: PAYMENT_PAGE_TEXTS, textOf },
  ...{ languages: PAGE_LANGUAGES, color: DEFAULT_PAYMENT_CONFIGS.color },
})
