import { can } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { RecipientField, type SuggestedContact } from '../../../entities/contact/RecipientField.tsx'
import { conversationCache } from '../../../entities/conversation/conversation-cache.ts'
import { composerFocus } from '../../../entities/draft/composer-focus.ts'
import { chosenLocation } from '../../../entities/location/chosen-location.ts'
import { useLocations } from '../../../entities/location/queries.ts'
import {
  mayBeNumber,
  numberCheckQuery,
  problemOf,
  useNumberProblemText,
} from '../../../entities/phone-number/number-check.ts'
import { phoneNumbersQuery } from '../../../entities/phone-number/queries.ts'
import { api } from '../../../lib/api.ts'
import { phoneText } from '../../../lib/phone-text.ts'
import { useMe } from '../../../lib/session/use-me.ts'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useApiForm } from '../../../ui/form/use-api-form.ts'
import { QueryState } from '../../../ui/state/QueryState.tsx'

interface Props {
  /** Already chosen as the recipient. */
  contact?: SuggestedContact | undefined
  onClose: () => void
  onStarted: (sid: string) => void
}

/** Starts a conversation with a contact or a number, or opens the existing one. */
export function NewMessageModal({ contact: recipient, onClose, onStarted }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const me = useMe()
  const locations = useLocations()
  const numbers = useQuery(phoneNumbersQuery)
  const problemText = useNumberProblemText()
  const [typed, setTyped] = useState(recipient ? recipient.name || phoneText(recipient.phone) : '')
  const [contact, setContact] = useState(recipient)
  const [hasLeft, setHasLeft] = useState(false)
  const form = useApiForm<{ contactName: string; tenantPhoneNumber: string | null }>({
    initial: { contactName: '', tenantPhoneNumber: null },
    save: async ({ contactName }) => {
      // Wait for a check in flight; the server then refuses numbers that cannot receive texts.
      if (needsCheck) await cache.ensureQueryData(numberCheck).catch(() => null)
      const { data } = await api.conversations.getSetContact({
        contactName: contact ? '' : contactName,
        contactPhoneNumber: number,
        tenantPhoneNumber: from?.phoneNumber ?? '',
      })
      conversationCache(cache).take(data)
      composerFocus.request(data.sid)
      onStarted(data.sid)
    },
  })

  const ours = numbers.data ?? []
  const usual = ours.find(({ locationID }) => locationID === chosenLocation.get()) ?? ours[0]
  const from = ours.find(({ phoneNumber }) => phoneNumber === form.values.tenantPhoneNumber) ?? usual
  const nameOf = (locationId: string) => locations.find(({ id }) => id === locationId)?.name

  const number = contact?.phone ?? typed.trim()
  const [settled] = useDebouncedValue(number, 400)
  // A contact with a conversation can be texted.
  const needsCheck = !contact?.conversationSid && mayBeNumber(number)
  const numberCheck = numberCheckQuery(number, from?.countryCode ?? 'US')
  const check = useQuery({ ...numberCheck, enabled: needsCheck && settled === number })
  const wrong = needsCheck ? problemOf(check.data) : null
  const isNoNumber = hasLeft && !contact && typed.trim() !== '' && !mayBeNumber(typed.trim())
  const problem = wrong ? problemText(wrong) : isNoNumber ? problemText('invalid') : undefined

  return (
    <FormModal
      title={t`New message`}
      submitLabel={t`Start conversation`}
      form={form}
      onClose={onClose}
      isDisabled={!from || problem !== undefined || number === ''}
    >
      <RecipientField
        value={typed}
        chosen={contact}
        error={problem}
        onChange={(next, suggestion) => {
          setTyped(next)
          setContact(suggestion)
          setHasLeft(false)
        }}
        onBlur={() => setHasLeft(true)}
      />
      {needsCheck && (check.isError || check.data?.isLookedUp === false) && (
        <Text size="sm" role="status">
          <Trans>
            We couldn’t check this number right now. You can still continue. If it can’t receive texts, we’ll tell you.
          </Trans>
        </Text>
      )}
      {!contact && (
        <TextInput
          label={t`Name`}
          description={t`Optional, for a new contact`}
          autoComplete="off"
          maxLength={120}
          {...form.text('contactName')}
        />
      )}
      <QueryState query={numbers} rows={1}>
        {() =>
          ours.length > 1 ? (
            <Select
              label={t`From`}
              allowDeselect={false}
              value={from?.phoneNumber ?? null}
              onChange={(chosen) => form.set('tenantPhoneNumber', chosen)}
              data={ours.map(({ phoneNumber, locationID }) => ({
                value: phoneNumber,
                label: [phoneText(phoneNumber), nameOf(locationID)].filter(Boolean).join(', '),
              }))}
            />
          ) : from ? (
            <Text size="sm" c="dimmed">
              <Trans>From {phoneText(from.phoneNumber)}</Trans>
            </Text>
          ) : (
            <Text size="sm" c="dimmed">
              <Trans>You don’t have a phone number yet.</Trans>{' '}
              {can(me, 'admin_manage_settings') ? (
                <Anchor component={Link} to="/settings/frontdesk-phone-numbers" onClick={onClose} inherit>
                  <Trans>Add a phone number</Trans>
                </Anchor>
              ) : (
                <Trans>Ask an owner of your business to add one in Settings.</Trans>
              )}
            </Text>
          )
        }
      </QueryState>
    </FormModal>
  )
}
