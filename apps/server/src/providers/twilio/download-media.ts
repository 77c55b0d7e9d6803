import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { type CarrierAccount, CarrierError } from '../../modules/messaging/index.ts'
import { isPublicAddress, lookupPublic, PrivateAddressError } from '../public-address.ts'

export interface MediaRequest {
  account: CarrierAccount
  url: string
  maxBytes: number
  /** Where the carrier is; its own host is trusted wherever it stands, which is how the sandbox is reached. */
  carrierUrl: string
  timeoutMs: number
}

const MAX_REDIRECTS = 3

/**
 * Fetches the media of a text. The carrier asks for the account's credentials and sends on to a storage host, which must
 * not get them. Addresses come from outside: besides the carrier's own host only public ones are called, by https.
 */
export async function downloadMedia({ account, url, maxBytes, carrierUrl, timeoutMs }: MediaRequest): Promise<Buffer> {
  const carrier = new URL(carrierUrl)
  const signal = AbortSignal.timeout(timeoutMs)
  const isCarrier = (target: URL) =>
    target.origin === carrier.origin || (target.protocol === 'https:' && /(^|\.)twilio\.com$/.test(target.hostname))

  let target = parse(url)
  if (!isCarrier(target)) throw refused('media outside the carrier')
  const authorization = `Basic ${Buffer.from(`${account.accountSid}:${account.authToken}`).toString('base64')}`
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const isOwnHost = target.origin === carrier.origin
    if (!isOwnHost) mustBePublic(target)
    const response = await get(target, {
      signal,
      ...(hop === 0 && { headers: { authorization } }),
      ...(!isOwnHost && { lookup: lookupPublic }),
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
  throw refused('media behind too many redirects')
}

const refused = (why: string) => new CarrierError('refused', null, null, new Error(why))

function parse(url: string, base?: URL): URL {
  const parsed = URL.parse(url, base)
  if (!parsed) throw refused('media at no address')
  return parsed
}

/** An address that is written as a number is never resolved, so it is judged here. */
function mustBePublic({ protocol, hostname }: URL): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (protocol !== 'https:') throw refused('media without encryption')
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw refused('media at a private address')
}

const get = (url: URL, options: https.RequestOptions) =>
  new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(url, options, resolve)
    request.on('error', (error) => reject(error instanceof PrivateAddressError ? refused(error.message) : error))
  })

async function readBody(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => {
    response.destroy()
    return refused('media larger than accepted')
  }
  if (Number(response.headers['content-length']) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
