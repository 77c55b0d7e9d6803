import type { MediaInfo } from '../store/media.ts'
import type { Message } from '../store/messages.ts'
import { toRfc2822 } from './dates.ts'
import { messagePath } from './render-message.ts'

export const mediaPath = (message: Pick<Message, 'accountSid' | 'sid'>, mediaSid: string) =>
  `${messagePath(message)}/Media/${mediaSid}`

export function renderMedia(message: Message, media: MediaInfo) {
  return {
    account_sid: message.accountSid,
    content_type: media.contentType,
    date_created: toRfc2822(media.createdAt),
    date_updated: toRfc2822(media.createdAt),
    parent_sid: message.sid,
    sid: media.sid,
    uri: `${mediaPath(message, media.sid)}.json`,
  }
}
