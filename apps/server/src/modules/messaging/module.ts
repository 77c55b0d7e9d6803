import { defineModule } from '../../platform/module.ts'

/** Whether and how a text may leave: carrier accounts, consent, quiet hours, the send gate. */
export const messagingModule = defineModule({})
