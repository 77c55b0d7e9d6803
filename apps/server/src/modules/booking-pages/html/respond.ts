import { DEFAULT_BOOKING_CONFIGS, type PageLanguage } from '@frontdesk/contract/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { assertStorable } from '../../../platform/http/api.ts'
import { callerAddress } from '../../../platform/http/caller-address.ts'
import { createContext, type PageContext } from './context.ts'
import { type Html, html } from './html.ts'
import { contentPolicy, layout } from './layout.ts'
import type { PageTexts } from './texts.ts'

/** A request for a page, with texts only. */
export interface PageRequest {
  params: Record<string, string>
  query: Record<string, string>
  form: Record<string, string>
  address: string
  url: string
  /** The context of the visitor, among the languages that a business offers. */
  contextOf: (languages: readonly PageLanguage[]) => PageContext
}

/** What a page looks like, or where to go instead. */
export type PageResponse =
  | {
      title: string
      color: string
      body: Html
      context: PageContext
      status?: number
      embeddingSites?: readonly string[]
    }
  | { redirect: string }

/** Turns a handler of a page into a route. Errors of which the page says nothing itself get a page of their own. */
export const respond =
  (handler: (request: PageRequest) => Promise<PageResponse>) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = readRequest(request)
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .removeHeader('x-frame-options')
    const response = await run(handler, asked)
    if ('redirect' in response) return reply.redirect(response.redirect, 303)
    const { context, status = 200, embeddingSites = [], ...parts } = response
    return reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentPolicy(embeddingSites))
      .send(layout(context, parts))
  }

async function run(
  handler: (request: PageRequest) => Promise<PageResponse>,
  request: PageRequest,
): Promise<PageResponse> {
  try {
    for (const part of [request.params, request.query, request.form]) assertStorable(part)
    return await handler(request)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const context = request.contextOf(DEFAULT_BOOKING_CONFIGS.page.languages)
    const text = textOf(context.texts, error)
    return {
      ...{ context, status: error.status, title: text, color: DEFAULT_BOOKING_CONFIGS.page.color },
      body: html`<h1>${text}</h1>`,
    }
  }
}

function readRequest(request: FastifyRequest): PageRequest {
  const { params, query, body, headers, url } = request
  const path = url.split('?', 1)[0] ?? ''
  const texts = textsIn(query)
  return {
    ...{ params: textsIn(params), query: texts, form: textsIn(body), url, address: callerAddress(request) },
    contextOf: (languages) =>
      createContext(languages, { path, chosen: texts.lang, acceptLanguage: headers['accept-language'] }),
  }
}

/** Repeated parameters are lists, which no page has. */
const textsIn = (values: unknown): Record<string, string> =>
  typeof values === 'object' && values !== null
    ? Object.fromEntries(
        Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

/** Errors that pages say in words of their own. */
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
  ServiceNotFound: 'pageNotFound',
  LocationNotFound: 'pageNotFound',
  VisitLinkInvalid: 'linkInvalid',
} as const satisfies Record<string, keyof PageTexts>

export function textOf(texts: PageTexts, error: AppError): string {
  const { code } = error
  return code in ERROR_TEXTS ? texts[ERROR_TEXTS[code as keyof typeof ERROR_TEXTS]] : texts.failed
}

/** Runs what a form asks for; an error that people can do something about becomes the text of it. */
export async function attempt<Result>(
  texts: PageTexts,
  work: () => Promise<Result>,
): Promise<{ result: Result; error: null } | { result: null; error: string }> {
  try {
    return { result: await work(), error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { result: null, error: textOf(texts, error) }
  }
}
