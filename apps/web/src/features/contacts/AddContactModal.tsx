import { birthDateParts, CONTACT_EMAILS_MAX, CONTACT_PHONES_MAX, isEmail } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contactName } from '../../entities/contact/contact-texts.ts'
import { isRefused } from '../../entities/contact/existing-contact.ts'
import { contactById, similarContacts } from '../../entities/contact/queries.ts'
import { fieldChanges, fieldRule } from '../../entities/contact-field/field-text.ts'
import { useContactFields } from '../../entities/contact-field/queries.ts'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { mayBeNumber } from '../../entities/phone-number/number-check.ts'
import { api } from '../../lib/api.ts'
import { phoneText } from '../../lib/phone-text.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { email, required } from '../../ui/form/field-rules.ts'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { birthDateOf, ContactFields, type ContactValues, contactRules } from './ContactFields.tsx'
import { FurtherValues } from './FurtherValues.tsx'
import { checkOf, NumberInput, useNumberProblem } from './NumberInput.tsx'

interface Props {
  onClose: () => void
  onOpen: (id: string) => void
}

interface Values extends ContactValues {
  phone: string
  otherPhones: string[]
  otherEmails: string[]
}

const filled = (values: readonly string[]) => values.map((value) => value.trim()).filter(Boolean)

/** Adds a contact and opens it. Each number is looked up once it is entered. */
export function AddContactModal({ onClose, onOpen }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const locations = useLocations()
  const fields = useContactFields()
  const problemIn = useNumberProblem()
  const form = useApiForm<Values>({
    initial: {
      name: '',
      phone: '',
      otherPhones: [],
      email: '',
      otherEmails: [],
      birth: birthDateParts(null),
      locationID: chosenLocation.get() ?? locations[0]?.id ?? null,
      labels: [],
      tags: [],
      custom: {},
    },
    rules: {
      ...contactRules,
      custom: fieldRule(fields, {}),
      phone: [required, problemIn],
      otherPhones: (numbers) => numbers.map(problemIn).find(Boolean),
      otherEmails: (emails) => emails.map((each) => email(each, {})).find(Boolean),
    },
    errorFields: {
      PhoneNumberInexistent: (error, { phone }) => (isRefused(error, phone) ? 'phone' : 'otherPhones'),
      ContactExists: (error, { phone }) => (isRefused(error, phone) ? 'phone' : 'otherPhones'),
    },
    save: async ({ birth, locationID, email, otherEmails, otherPhones, custom, ...values }) => {
      const contact = await api.contacts.add({
        ...values,
        phone: values.phone.trim(),
        otherPhones: filled(otherPhones),
        email: email.trim() || null,
        otherEmails: filled(otherEmails),
        birthDate: birthDateOf(birth),
        locationID: locationID ?? undefined,
        custom: fieldChanges({}, custom),
      })
      cache.setQueryData(contactById(contact.id).queryKey, contact)
      onOpen(contact.id)
    },
  })
  const submit = async () => {
    const numbers = filled([form.values.phone, ...form.values.otherPhones]).filter(mayBeNumber)
    await Promise.all(numbers.map((number) => cache.ensureQueryData(checkOf(number)).catch(() => null)))
    return form.submit()
  }
  const open = (id: string) => {
    onClose()
    onOpen(id)
  }
  const otherPhones = form.control('otherPhones')
  const otherEmails = form.control('otherEmails')
  const otherPhoneError = (number: string) =>
    otherPhones.error && (problemIn(number) ?? (isRefused(form.failure, number) ? otherPhones.error : undefined))
  // Otherwise the server refused a number that is no longer there.
  const isShown = otherPhones.value.some((number) => otherPhoneError(number) === otherPhones.error)
  return (
    <FormModal title={t`Add contact`} submitLabel={t`Add contact`} form={{ ...form, submit }} onClose={onClose}>
      <ContactFields
        form={form}
        phone={
          <>
            <NumberInput label={t`Phone number`} withAsterisk={false} onOpen={open} {...form.text('phone')} />
            <FurtherValues
              values={otherPhones.value}
              onChange={otherPhones.onChange}
              error={isShown ? undefined : otherPhones.error}
              max={CONTACT_PHONES_MAX - 1}
              addLabel={t`Add number`}
              labelOf={(position) => t`Phone number ${position}`}
              removeLabelOf={(position) => t`Remove phone number ${position}`}
              field={({ label, value, onChange, autoFocus }) => (
                <NumberInput
                  aria-label={label}
                  value={value}
                  autoFocus={autoFocus}
                  onOpen={open}
                  error={otherPhoneError(value)}
                  onChange={(event) => onChange(event.currentTarget.value)}
                />
              )}
            />
          </>
        }
        moreEmails={
          <FurtherValues
            values={otherEmails.value}
            onChange={otherEmails.onChange}
            max={CONTACT_EMAILS_MAX - 1}
            addLabel={t`Add email`}
            labelOf={(position) => t`Email ${position}`}
            removeLabelOf={(position) => t`Remove email ${position}`}
            field={({ label, value, onChange, autoFocus }) => (
              <TextInput
                aria-label={label}
                type="email"
                maxLength={200}
                autoComplete="off"
                value={value}
                autoFocus={autoFocus}
                error={otherEmails.error && email(value, {})}
                onChange={(event) => onChange(event.currentTarget.value)}
              />
            )}
          />
        }
      />
      <Similar values={form.values} onOpen={open} />
    </FormModal>
  )
}

/** Contacts that look like the one being added. */
function Similar({ values, onOpen }: { values: ContactValues; onOpen: (id: string) => void }) {
  const [query] = useDebouncedValue(
    {
      name: values.name.trim(),
      email: isEmail(values.email.trim()) ? values.email.trim() : undefined,
    },
    400,
  )
  const isSpecific = query.email !== undefined || query.name.includes(' ')
  const { data = [] } = useQuery({ ...similarContacts(query), enabled: isSpecific })
  return data.map((contact) => (
    <Group key={contact.id} gap="xs" role="status">
      <Text size="sm">
        <Trans>
          You already have {contactName(contact)}, {phoneText(contact.phone)}.
        </Trans>
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => onOpen(contact.id)}>
        <Trans>Open {contactName(contact)}</Trans>
      </Button>
    </Group>
  ))
}
