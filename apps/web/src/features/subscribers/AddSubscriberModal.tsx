import { CONSENT_WORDING_MAX, CONTACT_NAME_MAX, RECORDED_CONSENT_SOURCES } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CONSENT_SOURCE_TEXTS } from '../../entities/consent/consent-texts.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { refetchSubscribers } from '../../entities/subscriber/queries.ts'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { showToast } from '../../ui/toast/toasts.ts'
import { subscriberName } from './use-subscriber-columns.tsx'

interface Values {
  phone: string
  name: string
  locationID: string
  source: (typeof RECORDED_CONSENT_SOURCES)[number]
  wording: string
  isStated: boolean
}

/** Adds a person who agreed to marketing texts, with what they agreed to as evidence. */
export function AddSubscriberModal({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const form = useApiForm<Values>({
    initial: {
      phone: '',
      name: '',
      locationID: chosenLocation.get() ?? locations[0]?.id ?? '',
      source: 'in-person',
      wording: '',
      isStated: false,
    },
    rules: {
      phone: required,
      wording: (wording) =>
        wording.trim() === '' ? t`Enter what they agreed to. It’s the evidence that you may text them.` : undefined,
      isStated: (isStated) => (isStated ? undefined : t`Only add people who agreed.`),
    },
    errorFields: {
      PhoneNumberInexistent: 'phone',
      PhoneNumberInvalid: 'phone',
      PhoneNumberLandline: 'phone',
      OptedOutByText: 'phone',
    },
    save: async ({ isStated: _isStated, locationID, ...values }) => {
      const { data } = await api.subscribers.add({ ...values, ...(locationID && { locationID }) })
      showToast({ id: 'subscriber added', kind: 'news', title: t`Added`, text: subscriberName(data) })
      await refetchSubscribers(cache)
    },
  })
  return (
    <FormModal title={t`Add subscriber`} submitLabel={t`Add subscriber`} form={form} onClose={onClose}>
      <TextInput label={t`Phone number`} type="tel" maxLength={40} data-autofocus {...form.text('phone')} />
      <TextInput
        label={t`Name (optional)`}
        description={t`For a new contact. An existing one keeps its name.`}
        maxLength={CONTACT_NAME_MAX}
        {...form.text('name')}
      />
      {locations.length > 1 && (
        <NativeSelect
          label={t`Location`}
          {...form.text('locationID')}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <NativeSelect
        label={t`How they agreed`}
        {...form.text('source')}
        data={RECORDED_CONSENT_SOURCES.map((value) => ({ value, label: i18n._(CONSENT_SOURCE_TEXTS[value]) }))}
      />
      <Textarea
        label={t`What they agreed to`}
        description={t`The wording they were shown, or what they said.`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={CONSENT_WORDING_MAX}
        dir="auto"
        {...form.text('wording')}
      />
      <Checkbox
        label={t`This person agreed to get marketing texts from us`}
        error={form.control('isStated').error}
        {...form.checkbox('isStated')}
      />
      <Text size="sm" c="dimmed">
        <Trans>This is kept for good with your name and the time. No text is sent to them now.</Trans>
      </Text>
    </FormModal>
  )
}
