import { makeSid } from '../platform/sid.ts'
import type { World } from '../platform/world.ts'
import type { Message } from '../store/messages.ts'

/** https://www.twilio.com/docs/messaging/guides/accepted-mime-types: together, whatever the kind. */
const MAX_BYTES = 5 * 1024 * 1024
const PATIENCE_MS = 15_000
const ACCEPTED =
  /^(image|audio|video)\/[\w.+-]+$|^text\/(vcard|x-vcard|csv|rtf|calendar|directory|plain)$|^application\/(pdf|vcard|vnd\.apple\.pkpass)$/

async function download(
  url: string,
  room: number,
  stop: AbortSignal,
): Promise<{ contentType: string; content: Uint8Array } | number> {
  const response = await fetch(url, { signal: AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]) })
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
    if (size > room) return 11751
    parts.push(part)
  }
  return { contentType, content: Buffer.concat(parts) }
}

/** Fetches what the sender linked to and keeps it; the answer is the error that stops the message, or null. */
export async function fetchMedia(world: World, message: Message, stop: AbortSignal): Promise<number | null> {
  const urls = JSON.parse(message.mediaUrls) as string[]
  if (urls.length === 0 || world.media.listOfMessage(message.sid).length > 0) return null

  const fetched: { contentType: string; content: Uint8Array }[] = []
  let room = MAX_BYTES
  for (const url of urls) {
    const result = await download(url, room, stop).catch(() => 11200)
    if (typeof result === 'number') return result
    room -= result.content.byteLength
    fetched.push(result)
  }

  const now = world.now()
  world.db.transaction(() => {
    for (const [position, media] of fetched.entries()) {
      world.media.add({ sid: makeSid('ME'), messageSid: message.sid, position, createdAt: now, ...media })
    }
  })
  return null
}
