import type { TenantSummary } from '@frontdesk/contract/api'
import { PLAN_TIERS, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { DateInput } from '../../ui/input/DateInput.tsx'

const TIERS = Object.entries(PLAN_TIERS).map(([name, rank]) => ({ value: String(rank), label: name }))
const FLAGS = ['hasMultiLocation', 'hasAIAutomatedReplies', 'hasAIBookingAssistant', 'hasAIVoiceCalls'] as const
const TOTALS = ['totalTeamMembers', 'totalPhoneNumbers', 'totalDeskPhones'] as const

export function SubscriptionModal({ tenant, onClose }: { tenant: TenantSummary; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [values, setValues] = useState(() => {
    const { isSubscribed: _, createdOnUtc: __, ...change } = tenant.subscription
    return change
  })
  const set = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }))
  const save = async () => {
    await api.devAdmin.setSubscription({ ...values, tenantID: tenant.tenantId })
    await cache.invalidateQueries({ queryKey: ['dev-admin', 'tenants'] })
  }
  const flagNames = {
    hasMultiLocation: t`Multiple locations`,
    hasAIAutomatedReplies: t`AI automated replies`,
    hasAIBookingAssistant: t`AI booking assistant`,
    hasAIVoiceCalls: t`AI voice calls`,
  }
  const totalNames = {
    totalTeamMembers: t`Team members`,
    totalPhoneNumbers: t`Phone numbers`,
    totalDeskPhones: t`Desk phones`,
  }
  return (
    <FormModal title={t`${tenant.name}’s subscription`} submitLabel={t`Save`} save={save} onClose={onClose}>
      <TextInput
        label={t`Plan name`}
        required
        withAsterisk={false}
        maxLength={60}
        value={values.subscriptionName}
        onChange={(event) => set({ subscriptionName: event.currentTarget.value })}
      />
      <Group grow gap="sm">
        <Select
          label={t`Tier`}
          allowDeselect={false}
          data={TIERS}
          value={String(values.subscriptionRank)}
          onChange={(rank) => rank && set({ subscriptionRank: Number(rank) })}
        />
        <Select
          label={t`Status`}
          allowDeselect={false}
          data={[...SUBSCRIPTION_STATUSES]}
          value={values.status}
          onChange={(status) => status && set({ status: status as SubscriptionStatus })}
        />
      </Group>
      <DateInput
        label={t`Runs until`}
        description={t`Leave empty for no end`}
        isClearable
        value={values.currentPeriodEnd?.slice(0, 10) ?? ''}
        onChange={(day) => set({ currentPeriodEnd: day ? `${day}T23:59:59.000Z` : null })}
      />
      <Group grow gap="sm">
        {TOTALS.map((total) => (
          <NumberInput
            key={total}
            label={totalNames[total]}
            placeholder={t`Set by tier`}
            min={1}
            max={10_000}
            allowDecimal={false}
            value={values[total] ?? ''}
            onChange={(value) => set({ [total]: typeof value === 'number' ? value : null })}
          />
        ))}
      </Group>
      {FLAGS.map((flag) => (
        <Checkbox
          key={flag}
          size="xs"
          label={flagNames[flag]}
          checked={values[flag]}
          onChange={(event) => set({ [flag]: event.currentTarget.checked })}
        />
      ))}
      <Checkbox
        size="xs"
        label={t`Paid through Apple`}
        checked={values.isApplePayment}
        onChange={(event) => set({ isApplePayment: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        label={t`Demo account`}
        checked={values.isDemoAccount}
        onChange={(event) => set({ isDemoAccount: event.currentTarget.checked })}
      />
    </FormModal>
  )
}
