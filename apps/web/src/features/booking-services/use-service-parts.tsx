import type { ServicePayment } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useBookingResources } from '../../entities/booking-resource/queries.ts'
import { useBookingServices } from '../../entities/booking-service/queries.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { moneyText, rateText } from '../../lib/money-text.ts'
import { SharedColor } from '../../ui/form/SharedColor.tsx'
import type { SharedPart } from '../../ui/form/use-shared-form.tsx'
import { useYesOrNo } from '../../ui/form/use-yes-or-no.ts'
import type { NoticeUnit, ServiceValues } from './service-values.ts'

/** The parts of a service that teammates may change at the same time, as people read them. */
export function useServiceParts(currency: string): Record<string, SharedPart<ServiceValues>> {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  const resources = useBookingResources()
  const services = useBookingServices()
  const namesOf = (all: readonly { id: string; name: string }[], ids: readonly (string | null)[]) =>
    all.flatMap(({ id, name }) => (ids.includes(id) ? [name] : [])).join(', ')
  const yesOrNo = useYesOrNo()
  const minutes = (count: number | null) => plural(count ?? 0, { one: '# minute', other: '# minutes' })
  const days = (count: number | null) => plural(count ?? 0, { one: '# day', other: '# days' })
  const limit = (most: number | null) => (most === null ? t`No limit` : i18n.number(most))
  const notice: Record<NoticeUnit, (count: number | null) => string> = {
    minutes,
    hours: (count) => plural(count ?? 0, { one: '# hour', other: '# hours' }),
    days,
  }
  const payments: Record<ServicePayment, string> = {
    none: t`Nothing`,
    deposit: t`A deposit`,
    price: t`Full price`,
    card: t`A card on file, no charge`,
  }
  const payment = ({ paymentKind, deposit }: ServiceValues) => {
    const name = payments[paymentKind]
    if (paymentKind !== 'deposit' || deposit === null) return name
    const share = deposit.kind === 'amount' ? moneyText(deposit.amount, currency) : rateText(deposit.rate)
    return t`${name}: ${share}`
  }
  return {
    name: { label: t`Name`, fields: ['name'] },
    description: { label: t`Description`, fields: ['description'] },
    picture: {
      label: t`Picture`,
      fields: ['pictureURL'],
      show: ({ pictureURL }) =>
        pictureURL === null ? '' : <img src={pictureURL} alt={t`On the booking page`} height={60} />,
    },
    color: {
      label: t`Color in the calendar`,
      fields: ['color'],
      show: ({ color }) => <SharedColor color={color} />,
    },
    durations: {
      label: t`Length`,
      fields: ['durations'],
      show: ({ durations }) => durations.map(minutes).join(', '),
    },
    price: { label: t`Price`, fields: ['price'] },
    payment: { label: t`Payment at booking`, fields: ['paymentKind', 'deposit'], show: payment },
    locations: {
      label: t`Locations`,
      fields: ['locationIDs'],
      show: ({ locationIDs }) => (locationIDs.length === 0 ? t`All locations` : namesOf(locations, locationIDs)),
    },
    resources: {
      label: t`Provided by`,
      fields: ['resourceIDs'],
      show: ({ resourceIDs }) => namesOf(resources, resourceIDs),
    },
    before: {
      label: t`Kept free before`,
      fields: ['bufferBeforeMinutes'],
      show: ({ bufferBeforeMinutes }) => minutes(bufferBeforeMinutes),
    },
    after: {
      label: t`Kept free after`,
      fields: ['bufferAfterMinutes'],
      show: ({ bufferAfterMinutes }) => minutes(bufferAfterMinutes),
    },
    notice: {
      label: t`Notice`,
      fields: ['notice', 'noticeUnit'],
      show: (values) => notice[values.noticeUnit](values.notice),
    },
    horizon: { label: t`Days ahead`, fields: ['horizonDays'], show: ({ horizonDays }) => days(horizonDays) },
    step: { label: t`Start times`, fields: ['stepMinutes'], show: ({ stepMinutes }) => minutes(stepMinutes) },
    perDay: { label: t`Bookings a day`, fields: ['dayMax'], show: ({ dayMax }) => limit(dayMax) },
    perPerson: { label: t`Bookings per person`, fields: ['personMax'], show: ({ personMax }) => limit(personMax) },
    seats: {
      label: t`Group session`,
      fields: ['isGroup', 'seats'],
      show: ({ isGroup, seats }) => (isGroup ? plural(seats ?? 0, { one: '# person', other: '# people' }) : t`No`),
    },
    online: { label: t`On the booking page`, fields: ['isOnline'], show: ({ isOnline }) => yesOrNo(isOnline) },
    approval: {
      label: t`Approve first`,
      fields: ['requiresApproval'],
      show: ({ requiresApproval }) => yesOrNo(requiresApproval),
    },
    questions: {
      label: t`Questions`,
      fields: ['questions'],
      show: ({ questions }) => questions.map(({ text }) => text).join('\n'),
    },
    followOns: {
      label: t`What follows`,
      fields: ['followOns'],
      show: ({ followOns }) =>
        followOns
          .map(({ serviceID, gapMinutes }) => `${namesOf(services, [serviceID])} (${minutes(gapMinutes)})`)
          .join('\n'),
    },
  }
}
