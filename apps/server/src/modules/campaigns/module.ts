import { sql } from 'kysely'
import { defineModule, type LocationFollower } from '../../platform/module.ts'
import { SEND_NEEDS } from '../messages/index.ts'
import { findCampaign } from './access.ts'
import { collectCampaignRecipients } from './collect-recipients.job.ts'
import { countCampaignTrend } from './count-trend.job.ts'
import * as events from './events.ts'
import { campaignRoutes } from './routes.ts'
import { startScheduledCampaign } from './start-scheduled.job.ts'

const moveCampaigns: LocationFollower = async (tx, { from, to }) => {
  await sql`
    update campaigns set location_id = ${to}, version = version + 1
    where tenant_id = ${tx.tenantId} and location_id = ${from}`.execute(tx)
}

/** Campaigns: drafts with an audience, sent as group messages, at once or at a set time. */
export const campaignsModule = defineModule({
  needs: [...SEND_NEEDS, 'publicUrl'],
  routes: (api, services) => ({ campaigns: campaignRoutes(api, services) }),
  jobs: [startScheduledCampaign, collectCampaignRecipients, countCampaignTrend],
  offers: { maySeeCampaign: () => async (tx, actor, id) => (await findCampaign(tx, actor, id)) !== undefined },
  events,
  locationFollowers: [moveCampaigns],
})
