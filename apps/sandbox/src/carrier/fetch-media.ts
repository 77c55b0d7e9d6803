import { z } from 'zod'
import type { SandboxContext } from '../platform/context.ts'
import { makeSid } from '../platform/sid.ts'
import type { Message } from '../store/messages.ts'

/** Limit for all media of a message together. https://www.twilio.com/docs/messaging/guides/accepted-mime-types */
const MAX_BYTES = 5 * 1024 * 1024
const TIMEOUT_MS = 15_000
const ACCEPTED =
  /^(image|audio|video)\/[\w.+-]+$|^text\/(vcard|x-vcard|csv|rtf|calendar|directory|plain)$|^application\/(pdf|vcard|vnd\.apple\.pkpass)$/

async function download(
  url: string,
  maxBytes: number,
  stop: AbortSignal,
): Promise<{ contentType: string; content: Uint8Array } | number> {
  const response = await fetch(url, { signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]) })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    return 11200
  }
  const contentType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!ACCEPTED.test(contentType)) {
    await response.body.cancel()
    return 12300
  }
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.byteLength
    if (size > maxBytes) return 11751
    parts.push(part)
  }
  return { contentType, content: Buffer.concat(parts) }
}

/** Downloads and stores the linked media. Returns the error code that fails the message, or null. */
export async function fetchMedia(context: SandboxContext, message: Message, stop: AbortSignal): Promise<number | null> {
  const urls = z.array(z.string()).parse(JSON.parse(message.mediaUrls))
  if (urls.length === 0 || context.media.listOfMessage(message.sid).length > 0) return null

  const fetched: { contentType: string; content: Uint8Array }[] = []
  let remainingBytes = MAX_BYTES
  for (const url of urls) {
    const result = await download(url, remainingBytes, stop).catch(() => 11200)
    if (typeof result === 'number') return result
    remainingBytes -= result.content.byteLength
    fetched.push(result)
  }

  const now = context.now()
  context.db.transaction(() => {
    for (const [position, media] of fetched.entries()) {
      context.media.add({ sid: makeSid('ME'), messageSid: message.sid, position, createdAt: now, ...media })
    }
  })
  return null
}
