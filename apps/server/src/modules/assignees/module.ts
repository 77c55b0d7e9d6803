import { defineModule } from '../../platform/module.ts'

/** Who a conversation can be assigned to. */
export const assigneesModule = defineModule({})
