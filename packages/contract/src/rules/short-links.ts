export const SHORT_LINK_PATH = '/l/'
export const SHORT_LINK_CODE_LENGTH = 8
/** After this long a link ends on a friendly page. */
export const SHORT_LINK_DAYS = 365
/** Shorter ones gain nothing. */
export const SHORTEN_FROM_LENGTH = 36

const NOT_PUBLIC = /(^|\.)(localhost|local|internal|lan|home|corp|intranet|home\.arpa)$/i

/**
 * An address that may be sent to a contact under a short one: on the open web, by name. Null for anything else: scripts,
 * files, addresses by number, names of private networks, and addresses that carry a password.
 */
export function readLinkTarget(typed: string): string | null {
  let url: URL
  try {
    url = new URL(typed)
  } catch {
    return null
  }
  const isByNumber = /^[\d.]+$/.test(url.hostname) || url.hostname.includes(':')
  const isFine =
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    url.hostname.includes('.') &&
    !isByNumber &&
    !NOT_PUBLIC.test(url.hostname.replace(/\.$/, ''))
  return isFine ? url.href : null
}

const WEB_ADDRESS = /https?:\/\/[^\s<>"]+/gi

/**
 * The addresses in a text that are long enough to be shortened, without what only ends the sentence. The longest first:
 * taken out of the text in this order, none takes away the beginning of another.
 */
export const longLinksIn = (text: string): string[] =>
  [
    ...new Set(
      [...text.matchAll(WEB_ADDRESS)]
        .map(([found]) => found.replace(/[.,;:!?)\]}'’”]+$/, ''))
        .filter((url) => url.length >= SHORTEN_FROM_LENGTH && readLinkTarget(url) !== null),
    ),
  ].toSorted((a, b) => b.length - a.length)
