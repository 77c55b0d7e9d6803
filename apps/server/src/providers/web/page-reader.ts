import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { PageReader, PageSummary } from '../../modules/messages/index.ts'
import { type HostBreakers, HostUnavailable } from '../../platform/outbound/host-breakers.ts'
import { isPublicHost, lookupPublic } from '../public-address.ts'
import { readHead } from './read-head.ts'

/** Enough for the head, which is at the beginning of a page. */
const MAX_PAGE_BYTES = 512_000
const MAX_PICTURE_BYTES = 4_000_000
const TIMEOUT_MS = 8000
const MAX_REDIRECTS = 4
/** Identifies as a bot, so that analytics do not count it as a visitor. */
const USER_AGENT = 'Mozilla/5.0 (compatible; FrontdeskBot/1.0; link preview)'

/** DNS lookup and the rule for allowed URLs; replaced by tests with hostile servers. */
export interface Net {
  lookup: LookupFunction
  mayCall: (url: URL) => boolean
}

const ALLOWED_PORTS = ['', '80', '443', '8080', '8443']

/** Literal IP addresses are never resolved, so they are checked here; for names the resolved addresses are checked. */
const PUBLIC_INTERNET: Net = {
  lookup: lookupPublic,
  mayCall: ({ hostname, port }) => ALLOWED_PORTS.includes(port) && isPublicHost(hostname),
}

interface FetchedResource {
  url: URL
  contentType: string
  contents: Buffer
}

/**
 * Reads the preview of a page. URLs are untrusted: at every redirect only public hosts are called, without cookies and
 * credentials, with a timeout and a size limit. Null: no preview. Rejects with `HostUnavailable` while the breaker of the
 * host is open.
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

async function fetchSafely(
  net: Net,
  { url, accept, maxBytes, timeoutMs }: { url: string; accept: string; maxBytes: number; timeoutMs: number },
): Promise<FetchedResource | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  let target = URL.parse(url)
  for (let hop = 0; target && hop <= MAX_REDIRECTS; hop++) {
    if (!/^https?:$/.test(target.protocol) || target.username || target.password || !net.mayCall(target)) return null
    const response = await get(target, {
      signal,
      lookup: net.lookup,
      agent: false,
      headers: { accept, 'user-agent': USER_AGENT, 'accept-encoding': 'identity', 'accept-language': 'en' },
    })
    const { statusCode: status = 0, headers } = response
    if (status >= 300 && status < 400 && headers.location) {
      response.destroy()
      target = URL.parse(headers.location, target)
      continue
    }
    if (status !== 200 || (headers['content-encoding'] ?? 'identity') !== 'identity') {
      response.destroy()
      return null
    }
    return {
      url: target,
      contentType: headers['content-type'] ?? '',
      contents: await readStart(response, maxBytes, signal),
    }
  }
  return null
}

const get = (url: URL, options: https.RequestOptions) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(url, options, resolve)
    request.on('error', reject)
  })

/** Reads at most `maxBytes` and then closes the connection. */
async function readStart(response: http.IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const stop = () => response.destroy(new Error('The response timed out.'))
  signal.addEventListener('abort', stop)
  try {
    const chunks: Buffer[] = []
    let size = 0
    const body: AsyncIterable<Buffer> = response
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
    return Buffer.concat(chunks).subarray(0, maxBytes)
  } finally {
    signal.removeEventListener('abort', stop)
    response.destroy()
  }
}
