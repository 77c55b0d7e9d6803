import { pageLanguageOf } from '@frontdesk/contract/rules'
import type { TenantTx } from '../../platform/database/database.ts'
import { findServices } from '../booking-services/index.ts'
import { formatVisitTime } from '../bookings/index.ts'
import type { ConversationRow } from '../conversations/index.ts'
import { findLocationRow } from '../locations/index.ts'
import { findShownTimes } from './queries.ts'
import type { OfferRow } from './rows.ts'
import { OFFER_TEXTS, type Reason } from './texts.ts'

/** Writes what an offer shows as a text, in the language of its contact and by the clocks of its location. */
export async function writeOffer(
  tx: TenantTx,
  offer: OfferRow,
  { conversation, reason }: { conversation: Pick<ConversationRow, 'contactLanguage'>; reason: Reason },
): Promise<string> {
  const location = await findLocationRow(tx, offer.locationId)
  const services = await findServices(
    tx,
    offer.items.map(({ serviceID }) => serviceID),
  )
  const nameOf = (id: string) => services.find((service) => service.id === id)?.name ?? ''
  const language = pageLanguageOf(conversation.contactLanguage)
  const texts = OFFER_TEXTS[language]
  const times = (await findShownTimes(tx, offer)).map(({ position, startsAt }) => {
    const time = formatVisitTime({ startsAt, timeZone: location.timeZone, language })
    return { position, line: `${position}) ${time}` }
  })
  const service = offer.items.map(({ serviceID }) => nameOf(serviceID)).join(' + ')
  const numbers = times.map(({ position }) => position)
  const choice = numbers.length > 1 ? `${numbers.slice(0, -1).join(', ')} ${texts.or} ${numbers.at(-1)}` : '1'
  return [
    reason === 'offer' ? texts.offer[offer.kind](service, location.name) : texts[reason],
    ...times.map(({ line }) => line),
    texts.choose[offer.kind](choice, offer.holdMinutes),
  ].join('\n')
}
