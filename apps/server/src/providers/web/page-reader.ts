import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { PageReader, PageSummary } from '../../modules/conversations/index.ts'
import { type HostBreakers, HostUnavailable } from '../../platform/outbound/host-breakers.ts'
import { isPublicHost, lookupPublic } from '../public-address.ts'
import { readHead } from './read-head.ts'

/** What stands in a page's head stands at its beginning. */
const PAGE_MAX_BYTES = 512_000
const PICTURE_MAX_BYTES = 4_000_000
const TIMEOUT_MS = 8000
const REDIRECTS_MAX = 4
/** Named as what it is, so that programs which count visitors leave it out. */
const USER_AGENT = 'Mozilla/5.0 (compatible; FrontdeskBot/1.0; link preview)'

/** How names become addresses, and which addresses may be called; tests bring hostile servers of their own. */
export interface Net {
  lookup: LookupFunction
  mayCall: (url: URL) => boolean
}

const USUAL_PORTS = ['', '80', '443', '8080', '8443']

/** Literal IP addresses are never resolved, so they are checked here; for names the resolved addresses are checked. */
const OPEN_INTERNET: Net = {
  lookup: lookupPublic,
  mayCall: ({ hostname, port }) => USUAL_PORTS.includes(port) && isPublicHost(hostname),
}

interface Fetched {
  url: URL
  contentType: string
  contents: Buffer
}

/**
 * Reads what a page says of itself. The address is a stranger's: only the open internet is called, at every hop, without
 * cookies or credentials, for a few seconds and a bounded number of bytes. Null: nothing to show. Rejects with
 * `HostUnavailable` while the breaker of the host is open.
 */
export function createPageReader(breakers: HostBreakers, net: Net = OPEN_INTERNET, timeoutMs = TIMEOUT_MS): PageReader {
  const fetchOf = (url: string, accept: string, maxBytes: number) => {
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
      return await fetchOf(url, 'image/*', PICTURE_MAX_BYTES)
    } catch {
      return null
    }
  }

  return async (address): Promise<PageSummary | null> => {
    const page = await fetchOf(address, 'text/html,application/xhtml+xml', PAGE_MAX_BYTES)
    if (!page || !/^(text\/html|application\/xhtml\+xml)\b/i.test(page.contentType)) return null
    const head = readHead(page.contents, page.contentType)
    if (!head.title) return null
    const pictureUrl = head.picture && URL.parse(head.picture, page.url)?.href
    const picture = pictureUrl ? await fetchPicture(pictureUrl) : null
    return {
      title: head.title,
      description: head.description,
      siteName: head.siteName ?? page.url.hostname.replace(/^www\./, ''),
      picture: picture && /^image\//i.test(picture.contentType) && isWhole(picture) ? picture.contents : null,
    }
  }
}

const isWhole = ({ contents }: Fetched) => contents.length < PICTURE_MAX_BYTES

async function fetchSafely(
  net: Net,
  { url, accept, maxBytes, timeoutMs }: { url: string; accept: string; maxBytes: number; timeoutMs: number },
): Promise<Fetched | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  let target = URL.parse(url)
  for (let hop = 0; target && hop <= REDIRECTS_MAX; hop++) {
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

/** At most so many bytes; what a server sends beyond them is not waited for. */
async function readStart(response: http.IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const stop = () => response.destroy(new Error('too slow'))
  signal.addEventListener('abort', stop)
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
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
