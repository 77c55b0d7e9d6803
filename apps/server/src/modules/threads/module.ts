import { defineModule } from '../../platform/module.ts'

/** Messages of a conversation as rows: access, reading, and notes and updates added to them. */
export const threadsModule = defineModule({})
