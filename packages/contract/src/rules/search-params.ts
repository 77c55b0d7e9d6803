/** Parsing of query strings. It is lenient: invalid values are dropped, because URLs are edited and truncated. */

const isDate = (text: string): boolean => {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  try {
    const { year } = Temporal.PlainDate.from(text)
    // Within the supported years in any time zone; see the server's `readInstant`.
    return year > 1900 && year < 9999
  } catch {
    return false
  }
}

/** The text of a parameter, which the router parses as a number if it looks like one. */
export function readText(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.trim() === '' ? undefined : text
}

export const readDateParam = (value: unknown): string | undefined =>
  typeof value === 'string' && isDate(value) ? value : undefined

/** The valid items of a comma-separated list, without duplicates. */
export function readList(value: unknown, item = /^[\w-]{1,60}$/): string | undefined {
  const items = [...new Set(splitList(readText(value)))]
  return joinList(items.filter((each) => item.test(each)).slice(0, 50))
}

/** Percent-encoded free text. */
export const ENCODED_ITEM = /^[^,]{1,200}$/

export const splitList = (list: string | undefined): string[] => (list ? list.split(',') : [])
/** Like `splitList`, for percent-encoded items, which may contain commas. Skips malformed items. */
export const splitWords = (list: string | undefined): string[] =>
  splitList(list).flatMap((item) => {
    try {
      return decodeURIComponent(item)
    } catch {
      return []
    }
  })
export const joinList = (items: readonly string[]): string | undefined =>
  items.length > 0 ? items.join(',') : undefined
export const joinWords = (items: readonly string[]): string | undefined => joinList(items.map(encodeURIComponent))

/** Removes parameters that are not set. */
export const definedParams = <Params extends object>(
  params: {
    [Name in keyof Params]: Params[Name] | undefined
  },
): Params => Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Params
