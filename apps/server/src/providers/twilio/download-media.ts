import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { type CarrierAccount, CarrierError } from '../../modules/messaging/index.ts'
import { isPublicAddress, lookupPublic, PrivateAddressError } from '../public-address.ts'

export interface MediaRequest {
  account: CarrierAccount
  url: string
  maxBytes: number
  /** Base URL of the carrier. Its host is trusted even at a private address, as the sandbox's is. */
  carrierUrl: string
  timeoutMs: number
}

const MAX_REDIRECTS = 3

/**
 * Downloads the media of a text. The carrier requires the account's credentials and redirects to a storage host, which
 * must not receive them. URLs come from outside, so hosts other than the carrier's must be public and use https (SSRF).
 */
export async function downloadMedia({ account, url, maxBytes, carrierUrl, timeoutMs }: MediaRequest): Promise<Buffer> {
  const carrier = new URL(carrierUrl)
  const signal = AbortSignal.timeout(timeoutMs)
  const isCarrier = (target: URL) =>
    target.origin === carrier.origin || (target.protocol === 'https:' && /(^|\.)twilio\.com$/.test(target.hostname))

  let target = parse(url)
  if (!isCarrier(target)) throw refusal('media URL is not at the carrier')
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const isConfiguredCarrier = target.origin === carrier.origin
    if (!isConfiguredCarrier) assertPublic(target)
    const response = await get(target, {
      signal,
      ...(hop === 0 && { headers: { authorization } }),
      ...(!isConfiguredCarrier && { lookup: lookupPublic }),
    })
    const { statusCode: status = 0 } = response
    if (status >= 300 && status < 400 && response.headers.location) {
      response.destroy()
      target = parse(response.headers.location, target)
      continue
    }
    if (status < 200 || status >= 300) {
      response.destroy()
      throw new CarrierError(status >= 500 || status === 429 ? 'not-reached' : 'refused', null, status, null)
    }
    return readBody(response, maxBytes)
  }
  throw refusal('too many redirects')
}

const refusal = (reason: string) => new CarrierError('refused', null, null, new Error(reason))

function parse(url: string, base?: URL): URL {
  const parsed = URL.parse(url, base)
  if (!parsed) throw refusal('invalid media URL')
  return parsed
}

/** Literal IP addresses are never resolved, so they are checked here. */
function assertPublic({ protocol, hostname }: URL): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:') throw refusal('media URL without https')
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw refusal('media URL with a private address')
}

const get = (url: URL, options: https.RequestOptions) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(url, options, resolve)
    request.on('error', (error) => reject(error instanceof PrivateAddressError ? refusal(error.message) : error))
  })

async function readBody(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => {
    response.destroy()
    return refusal('media too large')
  }
  if (Number(response.headers['content-length']) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  const body: AsyncIterable<Buffer> = response
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
