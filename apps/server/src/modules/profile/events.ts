import { defineEvent } from '../../platform/events/define-event.ts'

export const businessRenamed = defineEvent('business.renamed', {
  catchUp: { none: 'The web app refetches the viewer, with the name of the business, whenever it connects.' },
})

export const userChanged = defineEvent('user.changed', {
  catchUp: { none: 'The web app refetches the teammates whenever it connects.' },
})

export const preferencesChanged = defineEvent('preferences.changed', {
  catchUp: (events) => events.map(({ id, at }) => ({ type: 'preferences.changed', id, at })),
})
