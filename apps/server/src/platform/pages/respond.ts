import type { PageLanguage } from '@frontdesk/contract/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { assertStorable } from '../http/api.ts'
import { callerAddress } from '../http/caller-address.ts'
import { createContext, type PageContext } from './context.ts'
import { type Html, html } from './html.ts'
import { contentPolicy, layout } from './layout.ts'

/** A request for a page, with texts only. */
export interface PageRequest<Texts> {
  params: Record<string, string>
  query: Record<string, string>
  form: Record<string, string>
  cookies: Record<string, string>
  address: string
  userAgent: string
  url: string
  /** The context of the visitor, among the languages that a business offers; best in that of the contact. */
  contextOf: (languages: readonly PageLanguage[], ofContact?: string | null) => PageContext<Texts>
}

/** A page, or a redirect. */
export type PageResponse<Texts> = { cookies?: readonly string[] } & (
  | {
      title: string
      color: string
      onColor?: string
      body: Html
      context: PageContext<Texts>
      status?: number
      embeddingSites?: readonly string[]
      refresh?: { seconds: number; to: string } | undefined
      isLive?: boolean
    }
  | { redirect: string }
)

interface PageLink {
  href: string
  text: string
}

interface PageStyle<Texts> {
  texts: Record<PageLanguage, Texts>
  /** The text that a page shows for an error. */
  textOf: (texts: Texts, error: AppError) => string
  /** The page that an error page links to; null if there is none. */
  backOf?: (request: PageRequest<Texts>, context: PageContext<Texts>, error: AppError) => PageLink | null
  languages: readonly PageLanguage[]
  color: string
}

/** Creates the functions that turn page handlers into routes. */
export function createResponder<Texts>({ texts: textsOf, textOf, backOf, languages, color }: PageStyle<Texts>) {
  type Handler = (request: PageRequest<Texts>) => Promise<PageResponse<Texts>>

  const errorPage = (request: PageRequest<Texts>, error: AppError) => {
    const context = request.contextOf(languages)
    const text = textOf(context.texts, error)
    const back = backOf?.(request, context, error)
    const body = html`<h1>${text}</h1>${back && html`<nav><a class="button" href="${back.href}">${back.text}</a></nav>`}`
    return { context, status: error.status, title: text, color, body }
  }

  const run = async (handler: Handler, request: PageRequest<Texts>): Promise<PageResponse<Texts>> => {
    try {
      for (const part of [request.params, request.query, request.form]) assertStorable(part)
      return await handler(request)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return errorPage(request, error)
    }
  }

  const readRequest = (request: FastifyRequest): PageRequest<Texts> => {
    const { params, query, body, headers, url } = request
    const path = url.split('?', 1)[0] ?? ''
    const texts = textsIn(query)
    const acceptLanguage = headers['accept-language']
    return {
      ...{ params: textsIn(params), query: texts, form: textsIn(body), url, address: callerAddress(request) },
      ...{ cookies: readCookies(headers.cookie), userAgent: headers['user-agent'] ?? '' },
      contextOf: (offered, ofContact) =>
        createContext(offered, { textsOf, path, query: texts, acceptLanguage }, ofContact),
    }
  }

  /** Turns a page handler into a route. An error that the handler does not show gets a page of its own. */
  const respond =
    (handler: Handler) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const pageRequest = readRequest(request)
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .removeHeader('x-frame-options')
      const { cookies = [], ...response } = await run(handler, pageRequest)
      if (cookies.length > 0) reply.header('set-cookie', [...cookies])
      if ('redirect' in response) return reply.redirect(response.redirect, 303)
      const { context, status = 200, embeddingSites = [], ...parts } = response
      return reply
        .status(status)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentPolicy(embeddingSites))
        .send(layout(context, parts))
    }

  return {
    readRequest,
    respond,

    /** Turns a handler that sends a file into a route. An error gets a page. */
    respondWithFile:
      (handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
      (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
        handler(request, reply).catch((error: unknown) => respond(() => Promise.reject(error))(request, reply)),

    /** Sends server errors as pages instead of JSON, such as while the database is unavailable. */
    showFailures: (pages: FastifyInstance): void => {
      pages.addHook('onSend', async (request, reply, payload) => {
        if (reply.statusCode < 500 || String(reply.getHeader('content-type')).startsWith('text/html')) return payload
        const { context, ...parts } = errorPage(readRequest(request), new AppError('ServiceUnavailable'))
        reply.type('text/html; charset=utf-8').header('content-security-policy', contentPolicy([]))
        return layout(context, parts)
      })
    },

    /** Runs the action of a form; an error that the visitor can act on becomes its text. */
    attempt: async <Result>(
      texts: Texts,
      work: () => Promise<Result>,
    ): Promise<{ result: Result; error: null } | { result: null; error: string }> => {
      try {
        return { result: await work(), error: null }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { result: null, error: textOf(texts, error) }
      }
    },
  }
}

const FORM_MAX_BYTES = 50_000

/** Reads forms, for the routes of pages. */
export const parseForms = (pages: FastifyInstance): void => {
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** Repeated parameters are lists, which no page has. */
const textsIn = (values: unknown): Record<string, string> =>
  typeof values === 'object' && values !== null
    ? Object.fromEntries(
        Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

const readCookies = (header: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (header ?? '').split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]]
    }),
  )
