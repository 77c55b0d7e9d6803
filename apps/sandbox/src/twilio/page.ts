import type { Form } from './form.ts'

export interface PageRequest {
  page: number
  pageSize: number
}

export const readPageRequest = (query: Form): PageRequest => ({
  page: query.wholeNumber('Page', 0, 1_000_000, 0),
  pageSize: query.wholeNumber('PageSize', 1, 1000, 50),
})

export interface PageLinks {
  next: string | null
  previous: string | null
}

/** Twilio's list envelope. `links` are page tokens; an empty token leaves only the page index in the link. */
export function renderPage(
  request: { path: string; query: Form },
  { page, pageSize }: PageRequest,
  key: string,
  items: object[],
  links: PageLinks,
): Record<string, unknown> {
  const at = (index: number, token: string | null) =>
    `${request.path}?${request.query.with({ PageSize: String(pageSize), Page: String(index), PageToken: token })}`
  const start = page * pageSize
  return {
    end: start + Math.max(0, items.length - 1),
    first_page_uri: at(0, null),
    next_page_uri: links.next === null ? null : at(page + 1, links.next || null),
    page,
    page_size: pageSize,
    previous_page_uri: links.previous === null || page === 0 ? null : at(page - 1, links.previous || null),
    start,
    uri: at(page, request.query.text('PageToken')),
    [key]: items,
  }
}
