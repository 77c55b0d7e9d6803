import { defineModule } from '../../platform/module.ts'
import { catchUp } from './catch-up.ts'

/** The response to “what did I miss since event N?”. */
export const catchUpModule = defineModule({
  needs: ['inTenant', 'events'],
  realtime: { catchUp },
})
