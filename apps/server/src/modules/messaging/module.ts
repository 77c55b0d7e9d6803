import { defineModule } from '../../platform/module.ts'
import { clearDeletedAutomatedTexts } from './daily-limit.ts'
import * as events from './events.ts'

/** Conditions for sending a text: carrier accounts, consent, quiet hours, the send gate. */
export const messagingModule = defineModule({ events, cleanups: [clearDeletedAutomatedTexts] })
