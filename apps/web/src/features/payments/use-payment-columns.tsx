import type { PaymentDocument } from '@frontdesk/contract/api'
import type { DocumentOrder } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { useLocations } from '../../entities/location/queries.ts'
import { KIND_TEXTS } from '../../entities/payment/payment-texts.ts'
import { moneyText } from '../../lib/money-text.ts'
import { phoneText } from '../../lib/phone-text.ts'
import type { Column } from '../../ui/table/column-layout.ts'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export function usePaymentColumns(): (Column<PaymentDocument> & { sortKey?: DocumentOrder })[] {
  const { t, i18n } = useLingui()
  const locations = useLocations()
  return [
    {
      key: 'contact',
      title: t`Contact`,
      width: 180,
      isFixed: true,
      grows: true,
      cell: ({ contact }) => contact?.name ?? t`Deleted contact`,
    },
    {
      key: 'number',
      title: t`Number`,
      width: 120,
      sortKey: 'invoiceNumber',
      cell: ({ invoiceNumber, status }) => invoiceNumber || (status === 'draft' ? t`Draft` : '–'),
    },
    { key: 'kind', title: t`Type`, width: 140, cell: ({ kind }) => i18n._(KIND_TEXTS[kind]) },
    {
      key: 'phone',
      title: t`Phone number`,
      width: 150,
      sortKey: 'contactPhone',
      isHiddenOnPhone: true,
      cell: ({ contact }) => contact && phoneText(contact.phone),
    },
    ...(locations.length > 1
      ? [
          {
            key: 'location',
            title: t`Location`,
            width: 140,
            sortKey: 'locationID' as const,
            cell: ({ locationID }: PaymentDocument) => locations.find(({ id }) => id === locationID)?.name ?? '',
          },
        ]
      : []),
    {
      key: 'status',
      title: t`Status`,
      width: 150,
      sortKey: 'paymentStatus',
      cell: (document) => <StatusBadge {...document} />,
    },
    {
      key: 'total',
      title: t`Total`,
      width: 120,
      sortKey: 'totalAmount',
      cell: ({ totalAmount, currency }) => moneyText(totalAmount, currency),
    },
    {
      key: 'due',
      title: t`Due`,
      width: 110,
      cell: ({ kind, dueAmount, currency }) => kind === 'request' && dueAmount > 0 && moneyText(dueAmount, currency),
    },
    {
      key: 'added',
      title: t`Added`,
      width: 110,
      sortKey: 'createdDateUTC',
      isHiddenOnPhone: true,
      cell: ({ createdDateUTC }) => <ShortTime at={createdDateUTC} />,
    },
  ]
}
