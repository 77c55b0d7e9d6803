import { defineEvent } from '../../platform/events/define-event.ts'

/** Recorded when a teammate accepts an invitation; the actor is the teammate. */
export const memberJoined = defineEvent('member.joined', {
  catchUp: { none: 'The web app refetches the team whenever it connects.' },
})

/** The user confirmed or changed the email address of their login. */
export const loginChanged = defineEvent('login.changed', {
  catchUp: (events) => events.map(({ id, at }) => ({ type: 'login.changed', id, at })),
})
