import { defineEvent } from '../../platform/events/define-event.ts'

export const subscriptionChanged = defineEvent('subscription.changed', {
  catchUp: (events) => events.map(({ id, at }) => ({ type: 'subscription.changed', id, at })),
})
