import { z } from 'zod'
import type { SidPrefix } from '../rules/ids.ts'

const sid = (prefix: SidPrefix, what: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`), `Not the sid of a ${what}`)

export const ConversationSid = sid('CH', 'conversation')
export const MessageSid = sid('IM', 'message')
export const MediaSid = sid('ME', 'file')
export const PhoneNumberSid = sid('PN', 'phone number')
export const GroupSid = sid('GC', 'group')
