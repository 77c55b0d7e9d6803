export { findCampaign } from './access.ts'
export { saveCampaign } from './save-campaign.ts'
export { startCampaign } from './start-campaign.ts'
