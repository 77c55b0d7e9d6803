import { Trans, useLingui } from '@lingui/react/macro'
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { type FieldRules, required, webAddress } from '../../ui/form/field-rules.ts'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import { ColorSelect } from '../../ui/input/ColorSelect.tsx'
import { TimeZoneSelect } from '../../ui/input/TimeZoneSelect.tsx'
import type { LocationForm } from './location-form.ts'

export const locationRules: FieldRules<LocationForm> = {
  name: required,
  website: webAddress,
  googleReviewUrl: webAddress,
}

interface Props {
  form: Pick<ApiForm<LocationForm>, 'text' | 'control'>
  /** The saved time zone, in which visits are booked. */
  bookedTimeZone?: string
}

/** The fields of a location, used to add and to edit one. */
export function LocationFields({ form, bookedTimeZone }: Props) {
  const { t } = useLingui()
  const timeZone = form.control('timeZone')
  const isTimeZoneChanged = bookedTimeZone !== undefined && timeZone.value !== bookedTimeZone
  return (
    <>
      <TextInput
        label={t`Name`}
        data-autofocus
        description={t`What your team calls it`}
        maxLength={120}
        {...form.text('name')}
      />
      <TextInput label={t`Address`} maxLength={300} autoComplete="off" {...form.text('formattedAddress')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TimeZoneSelect {...timeZone} />
        <ColorSelect label={t`Color`} {...form.control('colorHex')} />
      </SimpleGrid>
      {isTimeZoneChanged && (
        <Text size="xs" c="dimmed" role="status">
          <Trans>
            Booked visits and blocked time keep their local time: 3 PM stays 3 PM. If that time is already taken, the
            visit isn’t changed and your team gets a task.
          </Trans>
        </Text>
      )}
      <TextInput
        label={t`Main phone number`}
        type="tel"
        maxLength={40}
        autoComplete="off"
        {...form.text('locationPhoneNumber')}
      />
      <TextInput
        label={t`Website`}
        inputMode="url"
        placeholder="www.example.com"
        maxLength={500}
        autoComplete="off"
        {...form.text('website')}
      />
      <TextInput
        label={t`Google review link`}
        description={t`Where contacts review this location. Used in templates and review invites.`}
        inputMode="url"
        maxLength={500}
        autoComplete="off"
        {...form.text('googleReviewUrl')}
      />
    </>
  )
}
