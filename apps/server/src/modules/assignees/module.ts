import { defineModule } from '../../platform/module.ts'

/** The teammates a conversation can be assigned to. */
export const assigneesModule = defineModule({})
