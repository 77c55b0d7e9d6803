import { defineModule } from '../../platform/module.ts'

/** What a business decides about sending: quiet hours, undo send. */
export const sendingModule = defineModule({ settings: ['sending'] })
