import { z } from 'zod'
import { subscribe } from '../../platform/events/dispatcher.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import type { Needs } from '../../platform/module.ts'
import { memberRemoved } from '../team/events.ts'
import { disconnectMember } from './disconnect.ts'

const NAME = 'disconnect-calendars-of-member'

export const disconnectOnRemoval = subscribe(memberRemoved, ({ tenantId, data: { userId } }) => [
  { identifier: NAME, payload: { tenantId, userId } },
])

/** The access to the calendars of a teammate ends when they leave. */
export const disconnectCalendarsOfMember = defineJob({
  name: NAME,
  lane: 'default',
  payload: z.object({ tenantId: z.uuid(), userId: z.uuid() }),
  run: async ({ inTenant }: Needs<'inTenant'>, { tenantId, userId }) => {
    await inTenant({ tenantId }, (tx) => disconnectMember(tx, userId))
  },
})
