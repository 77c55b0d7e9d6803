import type { WaitlistEntry } from '@frontdesk/contract/api'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { BOOKINGS_KEY } from '../../entities/booking/queries.ts'
import { usePreferencesText } from '../../entities/booking-waitlist/use-preferences-text.ts'
import { RECIPIENT_REASON_TEXTS } from '../../entities/group/outcome-texts.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { useSession } from '../../lib/session/session.ts'
import { clock, momentIn } from '../../lib/time.ts'
import { confirm } from '../../ui/modal/confirm.ts'
import type { Column } from '../../ui/table/column-layout.ts'
import { ShortTime } from '../../ui/text/ShortTime.tsx'

export function useWaitlistColumns(): Column<WaitlistEntry>[] {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const preferencesText = usePreferencesText()
  const isViewingAs = Boolean(useSession()?.viewingAs)
  const zoneOf = (id: string) => locations.find((location) => location.id === id)?.timeZone ?? 'UTC'
  const stateText = ({ state, offered, skipped, locationID }: WaitlistEntry) => {
    if (state === 'offered' && offered) {
      const zone = zoneOf(locationID)
      const [time, until] = [momentIn(offered.startsOnUtc, zone), clock(offered.heldUntilUtc, zone)]
      return t`Offered ${time}, held until ${until}`
    }
    if (!skipped) return t`Waiting`
    const reason = i18n._(RECIPIENT_REASON_TEXTS[skipped.reason])
    return t`Skipped: ${reason}`
  }
  const remove = ({ id, contact }: WaitlistEntry) => {
    const name = contact?.name ?? ''
    return confirm({
      title: t`Remove ${name} from the waitlist?`,
      text: t`They won’t get further offers. A time held for them is offered to the next person.`,
      confirmLabel: t`Remove`,
      act: async () => {
        await api.bookingWaitlist.remove({ id })
        await cache.invalidateQueries({ queryKey: BOOKINGS_KEY })
      },
    })
  }
  return [
    {
      key: 'contact',
      title: t`Contact`,
      width: 160,
      isFixed: true,
      grows: true,
      cell: ({ contact, isBusy }) => (isBusy ? t`Someone` : (contact?.name ?? '')),
    },
    {
      key: 'phone',
      title: t`Phone number`,
      width: 150,
      isHiddenOnPhone: true,
      isHiddenAtFirst: true,
      cell: ({ contact }) => contact && phoneText(contact.phone),
    },
    {
      key: 'service',
      title: t`Service`,
      width: 150,
      cell: ({ services }) => services.map(({ name }) => name).join(' + '),
    },
    {
      key: 'with',
      title: t`With`,
      width: 130,
      isHiddenOnPhone: true,
      cell: ({ resources }) => resources.map(({ name }) => name).join(', '),
    },
    ...(locations.length > 1
      ? [
          {
            key: 'location',
            title: t`Location`,
            width: 130,
            isHiddenOnPhone: true,
            cell: ({ locationID }: WaitlistEntry) => locations.find(({ id }) => id === locationID)?.name ?? '',
          },
        ]
      : []),
    {
      key: 'preferences',
      title: t`Days and times`,
      width: 220,
      cell: ({ preferences }) => preferences && preferencesText(preferences),
    },
    { key: 'state', title: t`State`, width: 210, cell: (entry) => !entry.isBusy && stateText(entry) },
    {
      key: 'added',
      title: t`Added`,
      width: 100,
      isHiddenOnPhone: true,
      cell: ({ addedOnUtc }) => <ShortTime at={addedOnUtc} />,
    },
    {
      key: 'remove',
      title: t`Actions`,
      width: 110,
      cell: (entry) =>
        !entry.isBusy &&
        !isViewingAs && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t`Remove ${entry.contact?.name ?? ''} from the waitlist`}
            onClick={() => remove(entry)}
          >
            {t`Remove`}
          </Button>
        ),
    },
  ]
}
