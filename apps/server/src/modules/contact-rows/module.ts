import { defineModule } from '../../platform/module.ts'
import { moveActivities } from './activities.ts'
import { foldContactCounts } from './fold-contact-counts.job.ts'
import { moveAllContacts } from './move-contact.ts'

/** Contacts as rows: adding, moving and deleting them, and their maintained totals. */
export const contactRowsModule = defineModule({
  needs: ['inTenant'],
  jobs: [foldContactCounts],
  locationFollowers: [moveAllContacts],
  contactFollowers: [(tx, move) => moveActivities(tx, [move])],
})
