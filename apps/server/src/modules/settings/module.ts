import { defineModule } from '../../platform/module.ts'
import * as events from './events.ts'

/** Versioned values that businesses choose; other modules give them meaning. */
export const settingsModule = defineModule({ events })
