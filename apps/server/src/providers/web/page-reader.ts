import type { PageReader, PageSummary } from '../../modules/messages/index.ts'
import { type HostBreakers, HostUnavailable } from '../../platform/outbound/host-breakers.ts'
import { type FetchedResource, fetchSafely, type Net, PUBLIC_INTERNET } from './fetch-safely.ts'
import { readHead } from './read-head.ts'

/** Enough for the head, which is at the beginning of a page. */
const MAX_PAGE_BYTES = 512_000
const MAX_PICTURE_BYTES = 4_000_000
const TIMEOUT_MS = 8000

/**
 * Reads the preview of a page. URLs are untrusted: at every redirect only public hosts are called, without cookies and
 * credentials, with a timeout and a size limit. Null: no preview. Rejects with `HostUnavailable` while the breaker of
 * the host is open.
 */
export function createPageReader(
  breakers: HostBreakers,
  net: Net = PUBLIC_INTERNET,
  timeoutMs = TIMEOUT_MS,
): PageReader {
  const fetchResource = (url: string, accept: string, maxBytes: number) => {
    const host = URL.parse(url)?.host
    if (!host) return null
    return breakers
      .call(host, () => fetchSafely(net, { url, accept, maxBytes, timeoutMs }))
      .catch((error) => {
        if (error instanceof HostUnavailable) throw error
        return null
      })
  }

  /** The preview is shown without a picture if the picture's host is unavailable. */
  const fetchPicture = async (url: string) => {
    try {
      return await fetchResource(url, 'image/*', MAX_PICTURE_BYTES)
    } catch {
      return null
    }
  }

  return async (address): Promise<PageSummary | null> => {
    const page = await fetchResource(address, 'text/html,application/xhtml+xml', MAX_PAGE_BYTES)
    if (!page || !/^(text\/html|application\/xhtml\+xml)\b/i.test(page.contentType)) return null
    const head = readHead(page.contents, page.contentType)
    if (!head.title) return null
    const pictureUrl = head.picture && URL.parse(head.picture, page.url)?.href
    const picture = pictureUrl ? await fetchPicture(pictureUrl) : null
    return {
      title: head.title,
      description: head.description,
      siteName: head.siteName ?? page.url.hostname.replace(/^www\./, ''),
      picture: picture && /^image\//i.test(picture.contentType) && isComplete(picture) ? picture.contents : null,
    }
  }
}

const isComplete = ({ contents }: FetchedResource) => contents.length < MAX_PICTURE_BYTES
