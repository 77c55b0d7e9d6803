export const SHORT_LINK_PATH = '/l/'
export const SHORT_LINK_CODE_LENGTH = 8
/** Lifetime of a short link. */
export const SHORT_LINK_DAYS = 365
/** Shorter URLs gain nothing from shortening. */
const SHORTEN_FROM_LENGTH = 36

const NOT_PUBLIC = /(^|\.)(localhost|local|internal|lan|home|corp|intranet|home\.arpa)$/i

/**
 * Normalizes the target of a short link. Null unless it is a public web address: no scripts, files, IP addresses,
 * private host names or credentials.
 */
export function readLinkTarget(typed: string): string | null {
  let url: URL
  try {
    url = new URL(typed)
  } catch {
    return null
  }
  const isIpAddress = /^[\d.]+$/.test(url.hostname) || url.hostname.includes(':')
  const isFine =
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    url.hostname.includes('.') &&
    !isIpAddress &&
    !NOT_PUBLIC.test(url.hostname.replace(/\.$/, ''))
  return isFine ? url.href : null
}

const WEB_ADDRESS = /https?:\/\/[^\s<>"]+/gi

/** Finds the URLs in a text, with their positions and without trailing punctuation. */
export const findUrls = (text: string): { start: number; url: string }[] =>
  [...text.matchAll(WEB_ADDRESS)].map(({ 0: url, index }) => ({
    start: index,
    url: url.replace(/[.,;:!?)\]}'’”]+$/, ''),
  }))

/**
 * Finds URLs in a text that are long enough to shorten. Longest first, so that replacing one doesn't break another that
 * starts with it.
 */
export const longLinksIn = (text: string): string[] =>
  [
    ...new Set(
      findUrls(text)
        .map(({ url }) => url)
        .filter((url) => url.length >= SHORTEN_FROM_LENGTH && readLinkTarget(url) !== null),
    ),
  ].toSorted((a, b) => b.length - a.length)
