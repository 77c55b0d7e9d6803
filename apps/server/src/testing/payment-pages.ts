/** A visitor of payment pages, with the cookies that the pages gave them. */
export function createVisitor(baseUrl: string) {
  const cookies = new Map<string, string>()

  /** Loads a page, or sends a form to it, and follows where it leads. */
  async function visit(address: string, form?: Record<string, string>): Promise<{ status: number; text: string }> {
    const url = new URL(address, baseUrl)
    const response = await fetch(new URL(url.pathname + url.search, baseUrl), {
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    return response.status === 303 && location
      ? visit(new URL(location, url).href)
      : { status: response.status, text: await response.text() }
  }

  /** Enters the last digits of a number. */
  const enter = (address: string, phone: string) => visit(address, { digits: phone.slice(-4) })

  return { visit, enter }
}

/** The hidden fields of the form on a page. */
export const hiddenFieldsOf = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name ?? '',
      value ?? '',
    ]),
  )
