import { z } from 'zod'
import { MESSAGE_ATTACHMENTS_MAX, MESSAGE_TEXT_MAX } from '../rules/constants.ts'
import { SEND_GATE_REASONS } from '../rules/delivery.ts'
import { ERROR_MESSAGES, ERRORS } from '../rules/errors.ts'
import { failsWith } from './endpoint.ts'
import { ConversationSid, MediaSid, MessageSid } from './ids.ts'
import { Translation } from './message-kinds.ts'
import { freeText, words } from './words.ts'

/** 422: the send gate's reasons for refusing; nothing was stored. */
export const sendRefused = {
  SendRefused: {
    status: ERRORS.SendRefused,
    message: ERROR_MESSAGES.SendRefused,
    data: z.object({ reasons: z.array(z.enum(SEND_GATE_REASONS)) }),
  },
}

/** 409: teammates have replied since; includes their replies, so that the author can decide. */
export const MeanwhileAnswer = z.object({
  author: z.string(),
  authorUserID: z.uuid().nullable(),
  body: z.string(),
  dateCreated: z.iso.datetime(),
  index: z.int().nullable().describe('null while its author can still undo it.'),
})
export type MeanwhileAnswer = z.infer<typeof MeanwhileAnswer>

const answeredMeanwhile = {
  AnsweredMeanwhile: {
    status: ERRORS.AnsweredMeanwhile,
    message: ERROR_MESSAGES.AnsweredMeanwhile,
    data: z.object({ answers: z.array(MeanwhileAnswer) }),
  },
}

export const ViaSid = ConversationSid.optional().describe(
  'Number pair of a merged conversation: its own sid or one of `merged`. Default: the pair last used.',
)

/** A message to send now or later; validate with `hasTextOrAttachment`. */
export const SendRequest = z.object({
  conversationSid: ConversationSid,
  text: freeText().max(MESSAGE_TEXT_MAX).default(''),
  attachments: z.array(MediaSid).max(MESSAGE_ATTACHMENTS_MAX).default([]),
  clientMessageId: z.uuid(),
  lastSeenIndex: z
    .int32()
    .min(0)
    .optional()
    .describe(
      'The newest message its writer has seen: if a teammate has answered since, nothing is sent. Absent: send anyway.',
    ),
  viaSid: ViaSid,
  quotedSid: MessageSid.optional().describe('Message in the same conversation that it quotes, for the team only.'),
  translation: Translation.extend({ text: words().min(1).max(MESSAGE_TEXT_MAX) })
    .optional()
    .describe('Original text, for messages translated before sending.'),
})
export type SendRequest = z.infer<typeof SendRequest>

export const sendFailures = {
  ...failsWith(
    'ConversationNotFound',
    'AttachmentUnknown',
    'AttachmentTooLarge',
    'ClientMessageIdReused',
    'MessageNotFound',
    'NotInTrial',
    'NotMerged',
  ),
  ...sendRefused,
  ...answeredMeanwhile,
}
