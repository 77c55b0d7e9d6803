import type { Subscriber } from '@frontdesk/contract/api'
import type { SubscriberState } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneText } from '../../lib/phone-text.ts'
import type { Column } from '../../ui/table/column-layout.ts'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import classes from './Subscribers.module.css'
import { optOutText, SOURCE_TEXTS } from './subscriber-texts.ts'

export const subscriberName = ({ name, phoneNumber }: Pick<Subscriber, 'name' | 'phoneNumber'>) =>
  name || phoneText(phoneNumber)

export function useSubscriberColumns(state: SubscriberState): Column<Subscriber>[] {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const joined = state === 'pending' ? t`Asked` : t`Joined`
  const hasLeft = state === 'unsubscribed'
  return [
    {
      key: 'name',
      title: t`Name`,
      width: 180,
      isFixed: true,
      grows: true,
      cell: (subscriber) => (
        <Link to="/contacts/$id" params={{ id: subscriber.contactID }} className={classes.name} dir="auto">
          {subscriberName(subscriber)}
        </Link>
      ),
    },
    { key: 'phone', title: t`Phone number`, width: 150, cell: ({ phoneNumber }) => phoneText(phoneNumber) },
    ...(hasLeft
      ? [
          {
            key: 'left',
            title: t`Left on`,
            width: 110,
            cell: ({ leftOnUtc }: Subscriber) => leftOnUtc && <ShortTime at={leftOnUtc} />,
          },
          {
            key: 'how',
            title: t`How they left`,
            width: 240,
            cell: ({ optOut }: Subscriber) => optOut && <span dir="auto">{optOutText(optOut)}</span>,
          },
        ]
      : []),
    {
      key: 'source',
      title: t`Source`,
      width: 170,
      cell: ({ source, keyword }) => (keyword ? t`Keyword ${keyword}` : i18n._(SOURCE_TEXTS[source])),
    },
    ...(locations.length > 1
      ? [
          {
            key: 'location',
            title: t`Location`,
            width: 150,
            cell: ({ locationID }: Subscriber) => locations.find(({ id }) => id === locationID)?.name ?? '',
          },
        ]
      : []),
    {
      key: 'tags',
      title: t`Tags`,
      width: 150,
      cell: ({ tags }) => tags.join(', '),
      isHiddenOnPhone: true,
      isHiddenAtFirst: hasLeft,
    },
    {
      key: 'joined',
      title: joined,
      width: 110,
      cell: ({ joinedOnUtc }) => <ShortTime at={joinedOnUtc} />,
      isHiddenAtFirst: hasLeft,
    },
  ]
}
