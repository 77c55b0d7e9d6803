import { listTimeZone, useLocations } from '../../entities/location/queries.ts'

/** The zone of a campaign's times: that of its location, else of the first one. */
export const useCampaignZone = (locationID: string | null): string => listTimeZone(useLocations(), locationID)
