import { PERMISSION_KEYS, ROLES } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'

const catchUp = { none: 'The web app refetches the team and the viewer’s rights whenever it connects.' }

export const memberInvited = defineEvent('member.invited', { data: z.object({ userId: z.uuid() }), catchUp })

export const memberChanged = defineEvent('member.changed', { data: z.object({ userId: z.uuid() }), catchUp })

export const memberRemoved = defineEvent('member.removed', {
  data: z.object({
    userId: z.uuid(),
    toUserId: z.uuid().nullable().describe('Received their open conversations; null: they became unassigned.'),
    conversations: z.int(),
  }),
  catchUp,
})

export const roleChanged = defineEvent('role.changed', {
  data: z.object({ role: z.enum(ROLES), permission: z.enum(PERMISSION_KEYS), isGranted: z.boolean() }),
  catchUp,
})
