import { birthDateParts, isEmail } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { existingContact } from '../../entities/contact/existing-contact.ts'
import { contactById, similarContacts } from '../../entities/contact/queries.ts'
import { fieldChanges, fieldRule } from '../../entities/contact-field/field-text.ts'
import { useContactFields } from '../../entities/contact-field/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import {
  mayBeNumber,
  numberCheckQuery,
  problemOf,
  useNumberProblemText,
} from '../../entities/phone-number/number-check.ts'
import { api } from '../../lib/api.ts'
import { errorCode } from '../../lib/error-code.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { birthDateOf, ContactFields, type ContactValues, contactRules } from './ContactFields.tsx'

interface Props {
  onClose: () => void
  onOpen: (id: string) => void
}

const COUNTRY = 'US'

/** Adds a contact and opens it. The number is looked up once it is entered. */
export function AddContactModal({ onClose, onOpen }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const fields = useContactFields()
  const problemText = useNumberProblemText()
  const [checked, setChecked] = useState('')
  /** Why the number cannot be texted, as far as it has been checked. */
  const problemIn = (number: string): string | undefined => {
    if (number === '') return undefined
    if (!mayBeNumber(number)) return problemText('invalid')
    const problem = problemOf(cache.getQueryData(numberCheckQuery(number, COUNTRY).queryKey))
    return problem ? problemText(problem) : undefined
  }
  const form = useApiForm<ContactValues & { phone: string }>({
    initial: {
      name: '',
      phone: '',
      email: '',
      birth: birthDateParts(null),
      locationID: chosenLocation.get() ?? locations[0]?.id ?? null,
      labels: [],
      tags: [],
      custom: {},
    },
    rules: { ...contactRules, custom: fieldRule(fields, {}), phone: [required, (phone) => problemIn(phone.trim())] },
    errorFields: { PhoneNumberInexistent: 'phone' },
    save: async ({ birth, locationID, email, custom, ...values }) => {
      const contact = await api.contacts.add({
        ...values,
        email: email.trim() || null,
        birthDate: birthDateOf(birth),
        locationID: locationID ?? undefined,
        custom: fieldChanges({}, custom),
      })
      cache.setQueryData(contactById(contact.id).queryKey, contact)
      onOpen(contact.id)
    },
  })
  const number = form.values.phone.trim()
  const numberCheck = numberCheckQuery(number, COUNTRY)
  const check = useQuery({ ...numberCheck, enabled: checked === number && mayBeNumber(number) })
  const problem = checked === number || check.data ? problemIn(number) : undefined
  const submit = async () => {
    if (mayBeNumber(number)) await cache.ensureQueryData(numberCheck).catch(() => null)
    return form.submit()
  }
  const phone = form.text('phone')
  const existing = errorCode(form.error) === 'ContactExists' ? existingContact(form.error) : null
  const open = (id: string) => {
    onClose()
    onOpen(id)
  }
  return (
    <FormModal title={t`Add contact`} submitLabel={t`Add contact`} form={{ ...form, submit }} onClose={onClose}>
      <ContactFields
        form={form}
        phone={
          <TextInput
            label={t`Phone number`}
            type="tel"
            placeholder="(202) 555-0134"
            autoComplete="off"
            maxLength={40}
            withAsterisk={false}
            {...phone}
            error={phone.error ?? problem}
            onBlur={() => setChecked(number)}
          />
        }
      />
      {check.data?.isLookedUp === false && !problem && (
        <Text size="sm" role="status">
          <Trans>We couldn’t check this number right now. You can still add the contact.</Trans>
        </Text>
      )}
      {!existing && <Similar values={form.values} onOpen={open} />}
      {existing && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => open(existing.id)}>
            <Trans>Open {contactName(existing)}</Trans>
          </Button>
        </Group>
      )}
    </FormModal>
  )
}

/** Contacts that look like the one being added. */
function Similar({ values, onOpen }: { values: ContactValues; onOpen: (id: string) => void }) {
  const [query] = useDebouncedValue(
    {
      name: values.name.trim(),
      email: isEmail(values.email.trim()) ? values.email.trim() : undefined,
      locationID: values.locationID ?? undefined,
    },
    400,
  )
  const isSpecific = query.email !== undefined || query.name.includes(' ')
  const { data = [] } = useQuery({ ...similarContacts(query), enabled: isSpecific })
  return data.map((contact) => (
    <Group key={contact.id} gap="xs" role="status">
      <Text size="sm">
        <Trans>
          Looks like {contactName(contact)} ({phoneText(contact.phone)}).
        </Trans>
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => onOpen(contact.id)}>
        <Trans>Open {contactName(contact)}</Trans>
      </Button>
    </Group>
  ))
}
