import type { SendRequest } from '../api/send-request.ts'
import { isBlank } from './blank.ts'

export const hasTextOrAttachment = [
  ({ text, attachments }: SendRequest) => !isBlank(text) || attachments.length > 0,
  'A message needs a text or an attachment',
] as const
