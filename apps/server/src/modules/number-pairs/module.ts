import { defineModule } from '../../platform/module.ts'

/** Pairs of a contact’s number and one of ours; a merged conversation has several. */
export const numberPairsModule = defineModule({})
