import { defineModule } from '../../platform/module.ts'

/** Changes to conversations, defined once for one, for many, for a rule and for the undo. */
export const changesModule = defineModule({})
