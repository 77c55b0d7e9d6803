import type { Needs } from '../../platform/module.ts'
import { SEND_NEEDS } from '../messages/index.ts'

/** Services for sending group messages: those for queueing a text, and the address that short links start with. */
export const GROUP_MESSAGE_NEEDS = [...SEND_NEEDS, 'publicUrl'] as const
export type GroupMessageDeps = Needs<(typeof GROUP_MESSAGE_NEEDS)[number]>
