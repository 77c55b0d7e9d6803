import { defineModule } from '../../platform/module.ts'

/** Which of a contact’s numbers writes with which of ours; a merged conversation has several pairs. */
export const numberPairsModule = defineModule({})
