import { createHash } from 'node:crypto'

/**
 * The id of our reply to a message. Derives a UUID of version 8 from the message's id.
 * https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8
 */
export function replyId(messageId: string): string {
  const hex = createHash('sha256').update(`answer to ${messageId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
