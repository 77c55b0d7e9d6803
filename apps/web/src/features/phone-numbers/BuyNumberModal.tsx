import type { AvailableNumber, NumberPrice } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Radio, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocations } from '../../entities/location/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { useSubscription } from '../../entities/subscription/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { openModal } from '../../ui/modal/modals.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './BuyNumberModal.module.css'
import { LocationSelect } from './LocationSelect.tsx'
import { availableNumbersQuery } from './queries.ts'

const SEARCH_DELAY_MS = 300

/** Offers numbers with their area and price, and buys the chosen one. */
export function BuyNumberModal({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const [search, setSearch] = useState('')
  // One dialog buys one number, however often its request has to be repeated.
  const [requestId] = useState(() => crypto.randomUUID())
  const [debounced] = useDebouncedValue(search.trim(), SEARCH_DELAY_MS)
  const available = useQuery({
    ...availableNumbersQuery(debounced),
    placeholderData: keepPreviousData,
  })
  const owned = useQuery(phoneNumbersQuery).data?.length ?? 0
  const limit = useSubscription()?.limits.phoneNumbers
  const isFull = limit !== undefined && owned >= limit
  const numbers = available.data?.numbers ?? []

  const form = useApiForm<{ phoneNumber: string | null; locationID: string | null }>({
    initial: { phoneNumber: null, locationID: null },
    save: async () => {
      if (!chosen) return
      const { phoneNumber } = chosen
      await api.phoneNumbers.create({ phoneNumber, requestId, ...(locationID && { locationID }) })
      await cache.invalidateQueries({ queryKey: phoneNumbersQuery.queryKey })
      openModal('phone-number-create-success', { phoneNumber })
    },
  })
  const chosen = numbers.find(({ phoneNumber }) => phoneNumber === form.values.phoneNumber)
  const locationID = form.values.locationID ?? locations[0]?.id
  return (
    <FormModal
      title={owned === 0 ? t`Buy a number` : t`Buy another number`}
      submitLabel={chosen ? t`Buy ${phoneText(chosen.phoneNumber)}` : t`Buy`}
      form={form}
      onClose={onClose}
      isDisabled={!chosen || isFull}
    >
      {isFull && (
        <Text size="sm">
          <Plural
            value={limit}
            one="Your plan includes # number, and you already have it."
            other="Your plan includes # numbers, and you already have them."
          />{' '}
          <Anchor component={Link} to="/settings/billing-and-plans" fz="inherit" underline="always" onClick={onClose}>
            <Trans>See your plan</Trans>
          </Anchor>
        </Text>
      )}
      <TextInput
        label={t`Find a number`}
        placeholder={t`Area code, city, or digits`}
        leftSection={<IconSearch size={16} />}
        maxLength={60}
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <QueryState
        query={available}
        rows={5}
        isEmpty={({ numbers }) => numbers.length === 0}
        empty={
          <Text size="sm" role="status">
            <Trans>No numbers found. Try another area code or city.</Trans>
          </Text>
        }
      >
        {({ monthlyPrice }) => (
          <Radio.Group aria-label={t`Available numbers`} {...form.control('phoneNumber')}>
            <ul className={classes.numbers} data-stale={available.isPlaceholderData}>
              {numbers.map((number) => (
                <NumberOption key={number.phoneNumber} number={number} price={monthlyPrice} />
              ))}
            </ul>
          </Radio.Group>
        )}
      </QueryState>
      {available.data && <PriceNote price={available.data.monthlyPrice} />}
      {locations.length > 1 && <LocationSelect {...form.control('locationID')} />}
    </FormModal>
  )
}

interface OptionProps {
  number: AvailableNumber
  price: NumberPrice | null
}

function NumberOption({ number: { phoneNumber, locality, region }, price }: OptionProps) {
  const money = usePriceText(price)
  return (
    <li>
      <Radio
        value={phoneNumber}
        size="xs"
        classNames={{ body: classes.option, labelWrapper: classes.label, label: classes.line }}
        label={
          <>
            <span className={classes.phone}>{phoneText(phoneNumber)}</span>
            <span className={classes.place}>{[locality, region].filter(Boolean).join(', ')}</span>
            {money && <span className={classes.price}>{money}</span>}
          </>
        }
      />
    </li>
  )
}

function usePriceText(price: NumberPrice | null): string | null {
  const { t, i18n } = useLingui()
  if (!price) return null
  const { currency, amount } = price
  const money = i18n.number(amount / 100, { style: 'currency', currency })
  return t`${money}/mo`
}

function PriceNote({ price }: { price: NumberPrice | null }) {
  return (
    <Text size="xs" c="dimmed">
      {price ? (
        <Trans>The monthly price is what the carrier charges for a number. Texts are charged as you send them.</Trans>
      ) : (
        <Trans>The carrier didn’t tell us the monthly price. You can find it on your Twilio price list.</Trans>
      )}
    </Text>
  )
}
