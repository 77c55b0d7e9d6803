import { DOCUMENT_ORDERS, type DocumentOrder } from '@frontdesk/contract/rules'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useLocations } from '../../entities/location/queries.ts'
import type { PaymentSearch } from './payment-search.ts'

const ORDER_TEXTS: Record<DocumentOrder, MessageDescriptor> = {
  createdDateUTC: msg`Added`,
  contactPhone: msg`Phone number`,
  totalAmount: msg`Total`,
  invoiceNumber: msg`Number`,
  locationID: msg`Location`,
  paymentStatus: msg`Status`,
}

interface Props {
  search: PaymentSearch
  onSearch: (search: PaymentSearch) => void
}

/** Sort order of the list, for phones, where some sortable columns are hidden. */
export function SortFields({ search, onSearch }: Props) {
  const { t, i18n } = useLingui()
  const hasLocations = useLocations().length > 1
  const { order = 'createdDateUTC', asc = false } = search
  const Icon = asc ? IconSortAscending : IconSortDescending
  return (
    <Group gap={4} wrap="nowrap">
      <NativeSelect
        aria-label={t`Sort by`}
        value={order}
        onChange={({ currentTarget: { value } }) =>
          onSearch({ ...search, order: DOCUMENT_ORDERS.find((each) => each === value) })
        }
        data={DOCUMENT_ORDERS.filter((each) => hasLocations || each !== 'locationID').map((each) => ({
          value: each,
          label: i18n._(ORDER_TEXTS[each]),
        }))}
      />
      <ActionIcon
        size="input-sm"
        variant="default"
        aria-label={asc ? t`Sort descending` : t`Sort ascending`}
        onClick={() => onSearch({ ...search, asc: asc ? undefined : true })}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}
