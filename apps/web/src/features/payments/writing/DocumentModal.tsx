import type { PaymentConfigs, PaymentDetail } from '@frontdesk/contract/api'
import { CURRENCIES, type Currency, type DocumentKind } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contactById } from '../../../entities/contact/queries.ts'
import { RecipientField, type SuggestedContact } from '../../../entities/contact/RecipientField.tsx'
import { recipientProblem } from '../../../entities/contact/recipient-rule.ts'
import { chosenLocation } from '../../../entities/location/chosen-location.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import { PAYMENTS_KEY } from '../../../entities/payment/queries.ts'
import { paymentConfigsQuery } from '../../../entities/payment-configs/queries.ts'
import { api } from '../../../lib/api.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { DocumentFields } from './DocumentFields.tsx'
import {
  inCurrency,
  isComplete,
  mergeContent,
  newContent,
  toEstimateInput,
  toRequestInput,
} from './document-content.ts'

interface Props {
  kind: DocumentKind
  contact?: SuggestedContact | undefined
  locationID?: string | undefined
  /** Whether the next step sends it. */
  isToSend?: boolean
  onCreated: (id: string, payment: PaymentDetail) => void
  onClose: () => void
}

/** Adds a payment request or an estimate as a draft, once the settings are loaded. */
export function DocumentModal(props: Props) {
  const configs = useQuery(paymentConfigsQuery).data
  return configs ? <DocumentForm {...props} configs={configs} /> : null
}

function DocumentForm({
  kind,
  contact: given,
  locationID,
  isToSend = false,
  ...props
}: Props & { configs: PaymentConfigs }) {
  const { onCreated, onClose, configs } = props
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  // Idempotency key: a retry must not add a second document.
  const [clientDocumentId] = useState(() => crypto.randomUUID())
  const [contact, setContact] = useState<SuggestedContact | undefined>(given)
  const exemption = useQuery({ ...contactById(contact?.id ?? ''), enabled: contact !== undefined }).data?.taxExemption
  /** Chosen in this form; null: as set for the contact. */
  const [isExempt, setIsExempt] = useState<boolean | null>(null)
  const form = useApiForm({
    initial: {
      who: given ? given.name || phoneText(given.phone) : '',
      name: '',
      locationID: locationID ?? chosenLocation.get(),
      currency: configs.currency as Currency,
      content: newContent(configs),
    },
    rules: { who: (who) => recipientProblem(who, contact !== undefined) },
    errorFields: {
      PhoneNumberInexistent: 'who',
      PhoneNumberInvalid: 'who',
      ContactNotFound: 'who',
      ContactRestricted: 'who',
    },
    save: async ({ who, name, currency }) => {
      if (!location) throw new Error('There is no location.')
      const draft = {
        ...{ clientDocumentId, currency, locationID: location.id },
        ...(contact ? { contactID: contact.id } : { contact: { name, phone: who } }),
      }
      const { date } = content
      const { data } =
        kind === 'estimate'
          ? await api.paymentEstimates.create({
              ...{ ...draft, ...toEstimateInput(content) },
              ...(date && { validUntil: date }),
            })
          : await api.paymentRequests.create({ ...draft, ...toRequestInput(content), ...(date && { dueOn: date }) })
      void cache.invalidateQueries({ queryKey: PAYMENTS_KEY })
      onCreated(data.id, data)
    },
  })
  const { values } = form
  const content = { ...values.content, isTaxExempt: isExempt ?? Boolean(exemption) }
  const location = locations.find(({ id }) => id === values.locationID) ?? locations[0]
  return (
    <FormModal
      title={kind === 'estimate' ? t`New estimate` : t`New payment request`}
      submitLabel={isToSend ? t`Continue` : t`Save draft`}
      form={form}
      isDisabled={!isComplete(content, configs, kind)}
      onClose={onClose}
    >
      <RecipientField
        value={values.who}
        chosen={contact}
        error={form.text('who').error}
        onChange={(who, chosen) => {
          setContact(chosen)
          form.set('who', who)
        }}
      />
      {!contact && <TextInput label={t`Name`} maxLength={120} {...form.text('name')} />}
      {locations.length > 1 && (
        <Select
          label={t`Location`}
          allowDeselect={false}
          value={location?.id ?? null}
          onChange={(id) => form.set('locationID', id)}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Select
        label={t`Currency`}
        searchable
        allowDeselect={false}
        value={values.currency}
        onChange={(code) => {
          const currency = CURRENCIES.find((each) => each === code) ?? values.currency
          form.set('content', inCurrency(values.content, values.currency, currency))
          form.set('currency', currency)
        }}
        data={CURRENCIES}
      />
      <DocumentFields
        kind={kind}
        currency={values.currency}
        configs={configs}
        dateHint={t`Leave empty to use the default from Settings.`}
        hasDeposit
        {...(exemption && { exemption })}
        onMerge={(change) => form.merge(mergeContent(change))}
        value={content}
        onChange={(next) => {
          if (next.isTaxExempt !== content.isTaxExempt) setIsExempt(next.isTaxExempt)
          form.set('content', next)
        }}
      />
    </FormModal>
  )
}
