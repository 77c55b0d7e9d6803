import type { PageLanguage } from '@frontdesk/contract/rules'
import type { JobSpec } from '../../platform/jobs/define-job.ts'

export const SEND_BOOKING_CODE = 'send-booking-code'

/** Texts the code that proves a number. */
export const sendBookingCodeSpec = (payload: { tenantId: string; id: string; language: PageLanguage }): JobSpec => ({
  identifier: SEND_BOOKING_CODE,
  payload,
  jobKey: `booking-code:${payload.id}`,
})
