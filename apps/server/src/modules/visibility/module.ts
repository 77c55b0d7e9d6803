import { defineModule } from '../../platform/module.ts'
import { roomsOf } from './rooms.ts'

/** The one predicate for who may see a conversation or a contact, in SQL and as realtime rooms. */
export const visibilityModule = defineModule({
  realtime: { rooms: roomsOf },
})
