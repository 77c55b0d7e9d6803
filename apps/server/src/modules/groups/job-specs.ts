import { ContactCriteria } from '@frontdesk/contract/api'
import { z } from 'zod'
import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const ADD_GROUP_MEMBERS = 'add-group-members'

export const AddMembersPayload = z.object({
  tenantId: z.uuid(),
  groupId: z.uuid(),
  userId: z.uuid(),
  criteria: ContactCriteria,
  after: z.uuid(),
})

/** Adds the contacts that match to a group, after those of the request. */
export const addMembersSpec = (payload: z.input<typeof AddMembersPayload>): JobSpec => ({
  identifier: ADD_GROUP_MEMBERS,
  payload,
})

export const COLLECT_RECIPIENTS = 'collect-recipients'

export const CollectPayload = z.object({
  tenantId: z.uuid(),
  groupMessageId: z.uuid(),
  groupId: z.uuid().nullable(),
  criteria: ContactCriteria,
  after: z.uuid(),
})

/** Stores the recipients of a group message after those of the request; then it is sent. */
export const collectRecipientsSpec = (payload: z.input<typeof CollectPayload>): JobSpec => ({
  identifier: COLLECT_RECIPIENTS,
  payload,
  jobKey: `collect-recipients:${payload.groupMessageId}`,
})
