import { SETTING_SUBJECTS } from '@frontdesk/contract/rules'
import { z } from 'zod'
import { defineEvent } from '../../platform/events/define-event.ts'
import { maySeeSetting } from '../visibility/index.ts'

export const settingChanged = defineEvent('setting.changed', {
  data: z.object({ subject: z.enum(SETTING_SUBJECTS) }),
  catchUp: (events, { actor }) =>
    events
      .filter(({ data }) => maySeeSetting(actor, data.subject))
      .map(({ id, at, data }) => ({ type: 'setting.changed', id, at, subject: data.subject })),
})
