import type { TenantSummary } from '@frontdesk/contract/api'
import { PLAN_TIERS, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, Group, NumberInput, Select, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'

const TIERS = Object.entries(PLAN_TIERS).map(([name, rank]) => ({ value: String(rank), label: name }))
const FLAGS = ['hasMultiLocation', 'hasAIAutomatedReplies', 'hasAIBookingAssistant', 'hasAIVoiceCalls'] as const
const TOTALS = ['totalTeamMembers', 'totalPhoneNumbers', 'totalDeskPhones'] as const

export function SubscriptionModal({ tenant, onClose }: { tenant: TenantSummary; onClose: () => void }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const { isSubscribed: _, createdOnUtc: __, ...initial } = tenant.subscription
  const form = useApiForm({
    initial,
    rules: { subscriptionName: required },
    save: async (values) => {
      await api.devAdmin.setSubscription({ ...values, tenantID: tenant.tenantId })
      await cache.invalidateQueries({ queryKey: ['dev-admin', 'tenants'] })
    },
  })
  const { values, set } = form
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
    <FormModal title={t`${tenant.name}’s subscription`} submitLabel={t`Save`} form={form} onClose={onClose}>
      <TextInput label={t`Plan name`} maxLength={60} {...form.text('subscriptionName')} />
      <Group grow gap="sm">
        <Select
          label={t`Tier`}
          allowDeselect={false}
          data={TIERS}
          value={String(values.subscriptionRank)}
          onChange={(rank) => rank && set('subscriptionRank', Number(rank))}
        />
        <Select
          label={t`Status`}
          allowDeselect={false}
          data={[...SUBSCRIPTION_STATUSES]}
          value={values.status}
          onChange={(status) => status && set('status', status as SubscriptionStatus)}
        />
      </Group>
      <DateInput
        label={t`Ends on`}
        description={t`Leave empty for no end date`}
        isClearable
        value={values.currentPeriodEnd?.slice(0, 10) ?? ''}
        onChange={(day) => set('currentPeriodEnd', day ? `${day}T23:59:59.000Z` : null)}
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
            onChange={(value) => set(total, typeof value === 'number' ? value : null)}
          />
        ))}
      </Group>
      {FLAGS.map((flag) => (
        <Checkbox key={flag} size="xs" label={flagNames[flag]} {...form.checkbox(flag)} />
      ))}
      <Checkbox size="xs" label={t`Paid through Apple`} {...form.checkbox('isApplePayment')} />
      <Checkbox size="xs" label={t`Demo account`} {...form.checkbox('isDemoAccount')} />
    </FormModal>
  )
}
