import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const SEND_GROUP_MESSAGE = 'send-group-message'

/** Sends a group message to its recipients; one job at a time per message. */
export const sendGroupMessageSpec = (tenantId: string, id: string): JobSpec => ({
  identifier: SEND_GROUP_MESSAGE,
  payload: { tenantId, id },
  jobKey: `group-message:${id}`,
})
