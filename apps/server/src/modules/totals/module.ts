import { defineModule } from '../../platform/module.ts'
import { foldConversationCounts } from './fold-counts.job.ts'

/** Maintained totals of conversations: the counter deltas, folding them, and sums under visibility. */
export const totalsModule = defineModule({
  needs: ['inTenant'],
  jobs: [foldConversationCounts],
})
