import { defineModule } from '../../platform/module.ts'

/** Settings of a business for sending: quiet hours, prices, link shortening. */
export const sendingModule = defineModule({ settings: ['sending'] })
