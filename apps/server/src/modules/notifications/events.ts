import { defineEvent } from '../../platform/events/define-event.ts'

export const notificationSettingsChanged = defineEvent('notification-settings.changed', {
  catchUp: { none: 'The web app refetches notifications and their settings whenever it connects.' },
})
