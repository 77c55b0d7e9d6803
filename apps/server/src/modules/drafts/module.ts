import { defineModule } from '../../platform/module.ts'
import * as events from './events.ts'

/** The unsent message of each teammate in a conversation. */
export const draftsModule = defineModule({ events })
