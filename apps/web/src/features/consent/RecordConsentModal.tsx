import { CONSENT_WORDING_MAX, isImpliedConsent, RECORDED_CONSENT_SOURCES } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CONSENT_SOURCE_TEXTS, consentEventText } from '../../entities/consent/consent-texts.ts'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { CONTACTS_KEY, contactById } from '../../entities/contact/queries.ts'
import { phoneNumbersQuery } from '../../entities/phone-number/queries.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { DateInput } from '../../ui/input/DateInput.tsx'
import type { Modals } from '../../ui/modal/modals.ts'

const CHOICES = {
  'opt-out all': { kind: 'opt-out', purpose: 'all' },
  'opt-out marketing': { kind: 'opt-out', purpose: 'marketing' },
  'opt-in all': { kind: 'opt-in', purpose: 'all' },
  'opt-in service': { kind: 'opt-in', purpose: 'service' },
  'opt-in marketing': { kind: 'opt-in', purpose: 'marketing' },
  purchase: { kind: 'purchase', purpose: 'marketing' },
  inquiry: { kind: 'inquiry', purpose: 'marketing' },
} as const
type Choice = keyof typeof CHOICES
const CHOICE_KEYS = Object.keys(CHOICES) as Choice[]

interface Values {
  choice: Choice
  /** Empty: all numbers of the contact. */
  phoneNumber: string
  /** Empty: all our numbers. */
  tenantPhoneNumber: string
  source: (typeof RECORDED_CONSENT_SOURCES)[number]
  wording: string
  /** The day of a purchase or inquiry. */
  happenedOn: string
  pageUrl: string
  ipAddress: string
}

/** Records what a contact said about texts. An opt-in takes the wording, as evidence. */
export function RecordConsentModal({ contact, onClose }: Modals['record-consent'] & { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const numbers = useQuery(phoneNumbersQuery).data ?? []
  const phones = useQuery(contactById(contact.id)).data?.phones ?? []
  const today = Temporal.Now.plainDateISO().toString()
  const form = useApiForm<Values>({
    initial: {
      choice: 'opt-out all',
      phoneNumber: '',
      tenantPhoneNumber: '',
      source: 'phone-call',
      wording: '',
      happenedOn: today,
      pageUrl: '',
      ipAddress: '',
    },
    rules: {
      wording: (wording, { choice }) => {
        const { kind } = CHOICES[choice]
        if (kind === 'opt-out' || wording.trim() !== '') return undefined
        return isImpliedConsent(kind)
          ? t`Enter what they bought or asked about. It’s the evidence that you may text them.`
          : t`Enter what they agreed to. It’s the evidence that you may text them.`
      },
    },
    save: async ({ choice, phoneNumber, tenantPhoneNumber, source, wording, happenedOn, pageUrl, ipAddress }) => {
      const isPage = source === 'web-page'
      await api.consent.record({
        contactId: contact.id,
        ...CHOICES[choice],
        ...(phoneNumber && { phoneNumber }),
        tenantPhoneNumber: tenantPhoneNumber || null,
        source,
        wording,
        ...(isImpliedConsent(CHOICES[choice].kind) && { happenedOn }),
        ...(isPage && pageUrl.trim() && { pageUrl: pageUrl.trim() }),
        ...(isPage && ipAddress.trim() && { ipAddress: ipAddress.trim() }),
      })
      await cache.invalidateQueries({ queryKey: CONTACTS_KEY })
    },
  })
  const { kind } = CHOICES[form.values.choice]
  const isOptIn = kind !== 'opt-out'
  const isImplied = isImpliedConsent(kind)
  return (
    <FormModal
      title={t`Record consent of ${contactName(contact)}`}
      submitLabel={t`Record`}
      form={form}
      onClose={onClose}
    >
      <NativeSelect
        label={isImplied ? t`What they did` : t`What they said`}
        {...form.text('choice')}
        data={CHOICE_KEYS.map((value) => ({ value, label: consentEventText(CHOICES[value]) }))}
        data-autofocus
      />
      {phones.length > 1 && (
        <NativeSelect
          label={t`Texts to`}
          {...form.text('phoneNumber')}
          data={[
            { value: '', label: t`All their numbers` },
            ...phones.map(({ phone }) => ({ value: phone, label: phoneText(phone) })),
          ]}
        />
      )}
      <NativeSelect
        label={t`Texts from`}
        {...form.text('tenantPhoneNumber')}
        data={[
          { value: '', label: t`All your numbers` },
          ...numbers.map(({ phoneNumber }) => ({ value: phoneNumber, label: phoneText(phoneNumber) })),
        ]}
      />
      <NativeSelect
        label={isImplied ? t`How you know` : t`How they said it`}
        {...form.text('source')}
        data={RECORDED_CONSENT_SOURCES.map((value) => ({ value, label: i18n._(CONSENT_SOURCE_TEXTS[value]) }))}
      />
      <Textarea
        label={isImplied ? t`What it was` : isOptIn ? t`What they agreed to` : t`Their words (optional)`}
        description={isOptIn && !isImplied ? t`The wording they were shown, or what they said.` : undefined}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={CONSENT_WORDING_MAX}
        dir="auto"
        {...form.text('wording')}
        required={isOptIn}
      />
      {isImplied && <DateInput label={t`Day`} max={today} {...form.control('happenedOn')} />}
      {form.values.source === 'web-page' && (
        <>
          <TextInput label={t`Address of the page (optional)`} type="url" maxLength={500} {...form.text('pageUrl')} />
          <TextInput label={t`Their IP address (optional)`} maxLength={45} {...form.text('ipAddress')} />
        </>
      )}
      <Text size="sm" c="dimmed">
        <Trans>
          This is kept for good with your name and the time. It can’t be changed, only followed by another record.
        </Trans>
      </Text>
    </FormModal>
  )
}
