import { PHONE_TYPED } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Select, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { chosenLocation } from '../../lib/chosen-location.ts'
import { useLocations } from '../../lib/locations.ts'
import { ourNumbersQuery } from '../../lib/our-numbers.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { ErrorText } from '../../ui/ErrorText.tsx'
import { FormModal } from '../../ui/FormModal.tsx'
import { conversationCache } from './conversation-cache.ts'

interface Props {
  onClose: () => void
  onStarted: (sid: string) => void
}

/** Starts a conversation, or opens the one there is with this number. */
export function NewMessageModal({ onClose, onStarted }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const numbers = useQuery(ourNumbersQuery)
  const [contactPhoneNumber, setContactPhoneNumber] = useState('')
  const [contactName, setContactName] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()

  const ours = numbers.data ?? []
  const usual = ours.find(({ locationID }) => locationID === chosenLocation.get()) ?? ours[0]
  const from = chosen ?? usual?.phoneNumber ?? null
  const nameOf = (locationId: string) => locations.find(({ id }) => id === locationId)?.name

  const save = async () => {
    const { data } = await api.conversations.getSetSms({
      contactName,
      contactPhoneNumber,
      tenantPhoneNumber: from ?? '',
    })
    conversationCache(cache).take(data)
    onStarted(data.sid)
  }
  const check = () => {
    // Only what can never be one; whether such a number exists is the server's answer.
    const typed = contactPhoneNumber.trim()
    const mayBeNumber =
      typed === '' || PHONE_TYPED.test(typed.replace(/^\+?1[-\s.]?/, '')) || /^\+[\d\s().-]{7,20}$/.test(typed)
    setProblem(mayBeNumber ? undefined : t`Please enter a valid US mobile number.`)
  }

  return (
    <FormModal
      title={t`New message`}
      submitLabel={t`Write`}
      save={save}
      onClose={onClose}
      isDisabled={!from || problem !== undefined}
    >
      <TextInput
        label={t`Phone number`}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="(202) 555-0134"
        required
        withAsterisk={false}
        data-autofocus
        maxLength={40}
        value={contactPhoneNumber}
        error={problem}
        onBlur={check}
        onChange={(event) => {
          setContactPhoneNumber(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
      <TextInput
        label={t`Name`}
        description={t`Optional; for a number that is new to you`}
        autoComplete="off"
        maxLength={120}
        value={contactName}
        onChange={(event) => setContactName(event.currentTarget.value)}
      />
      {numbers.isError ? (
        <ErrorText error={numbers.error} />
      ) : ours.length > 1 ? (
        <Select
          label={t`From`}
          allowDeselect={false}
          value={from}
          onChange={setChosen}
          data={ours.map(({ phoneNumber, locationID }) => ({
            value: phoneNumber,
            label: [phoneText(phoneNumber), nameOf(locationID)].filter(Boolean).join(', '),
          }))}
        />
      ) : from ? (
        <Text size="sm" c="dimmed">
          <Trans>From {phoneText(from)}</Trans>
        </Text>
      ) : (
        numbers.isSuccess && (
          <Text size="sm" c="dimmed">
            <Trans>Your locations have no phone number yet. An owner can add one in the settings.</Trans>
          </Text>
        )
      )}
    </FormModal>
  )
}
