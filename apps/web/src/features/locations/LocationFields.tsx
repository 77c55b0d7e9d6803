import { useLingui } from '@lingui/react/macro'
import { SimpleGrid, TextInput } from '@mantine/core'
import { ColorSelect } from '../../ui/input/ColorSelect.tsx'
import { TimeZoneSelect } from '../../ui/input/TimeZoneSelect.tsx'
import type { LocationForm } from './location-form.ts'

interface Props {
  form: LocationForm
  onChange: (changes: Partial<LocationForm>) => void
}

const WEB_ADDRESS = String.raw`(https?:\/\/)?[^\s.\/]+(\.[^\s.\/]+)+([\/?#]\S*)?`

/** The fields of a location, used to add and to edit one. */
export function LocationFields({ form, onChange }: Props) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Name`}
        data-autofocus
        description={t`What your team calls it`}
        required
        withAsterisk={false}
        maxLength={120}
        pattern=".*\S.*"
        title={t`A name`}
        value={form.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t`Address`}
        maxLength={300}
        autoComplete="off"
        value={form.formattedAddress}
        onChange={(event) => onChange({ formattedAddress: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TimeZoneSelect value={form.timeZone} onChange={(timeZone) => onChange({ timeZone })} />
        <ColorSelect label={t`Color`} value={form.colorHex} onChange={(colorHex) => onChange({ colorHex })} />
      </SimpleGrid>
      <TextInput
        label={t`Main phone number`}
        type="tel"
        maxLength={40}
        autoComplete="off"
        value={form.locationPhoneNumber}
        onChange={(event) => onChange({ locationPhoneNumber: event.currentTarget.value })}
      />
      <TextInput
        label={t`Website`}
        inputMode="url"
        placeholder="www.example.com"
        maxLength={500}
        pattern={WEB_ADDRESS}
        title={t`A web address such as www.example.com`}
        autoComplete="off"
        value={form.website}
        onChange={(event) => onChange({ website: event.currentTarget.value.trim() })}
      />
      <TextInput
        label={t`Google review link`}
        description={t`Where contacts review this location. Used in templates and review invites.`}
        inputMode="url"
        maxLength={500}
        pattern={WEB_ADDRESS}
        title={t`A web address such as www.example.com`}
        autoComplete="off"
        value={form.googleReviewUrl}
        onChange={(event) => onChange({ googleReviewUrl: event.currentTarget.value.trim() })}
      />
    </>
  )
}
