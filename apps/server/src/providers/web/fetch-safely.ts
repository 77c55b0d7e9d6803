import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPublicHost, lookupPublic } from '../public-address.ts'

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
export const PUBLIC_INTERNET: Net = {
  lookup: lookupPublic,
  mayCall: ({ hostname, port }) => ALLOWED_PORTS.includes(port) && isPublicHost(hostname),
}

export interface FetchedResource {
  url: URL
  contentType: string
  contents: Buffer
  /** The server says that it is the version that we know. */
  isUnchanged: boolean
  etag: string | undefined
  lastModified: string | undefined
}

interface SafeRequest {
  url: string
  accept: string
  maxBytes: number
  timeoutMs: number
  /** The version that we have. */
  known?: { etag?: string | undefined; lastModified?: string | undefined }
}

/**
 * Fetches at most `maxBytes` of a URL that someone else chose: at every redirect only public hosts, without cookies and
 * credentials, with a timeout. Null: not allowed, or no such page.
 */
export async function fetchSafely(
  net: Net,
  { url, accept, maxBytes, timeoutMs, known = {} }: SafeRequest,
): Promise<FetchedResource | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  let target = URL.parse(url)
  for (let hop = 0; target && hop <= MAX_REDIRECTS; hop++) {
    if (!/^https?:$/.test(target.protocol) || target.username || target.password || !net.mayCall(target)) return null
    const response = await get(target, {
      signal,
      lookup: net.lookup,
      agent: false,
      headers: {
        ...{ accept, 'user-agent': USER_AGENT, 'accept-encoding': 'identity', 'accept-language': 'en' },
        ...(known.etag !== undefined && { 'if-none-match': known.etag }),
        ...(known.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
      },
    })
    const { statusCode: status = 0, headers } = response
    const resource = {
      url: target,
      contentType: headers['content-type'] ?? '',
      etag: headers.etag,
      lastModified: headers['last-modified'],
    }
    if (status === 304) {
      response.destroy()
      return { ...resource, contents: Buffer.alloc(0), isUnchanged: true }
    }
    if (status >= 300 && status < 400 && headers.location) {
      response.destroy()
      target = URL.parse(headers.location, target)
      continue
    }
    if (status !== 200 || (headers['content-encoding'] ?? 'identity') !== 'identity') {
      response.destroy()
      return null
    }
    return { ...resource, contents: await readStart(response, maxBytes, signal), isUnchanged: false }
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
