import type { BookingConfigs } from '@frontdesk/contract/api'
import {
  BOOKING_PAGE_PATH,
  PAGE_CONSENT_MAX,
  PAGE_COUNTRIES_MAX,
  PAGE_INTRO_MAX,
  PAGE_LANGUAGES,
  PHONE_COUNTRIES,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, MultiSelect, NumberInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { countryName } from '../../lib/country-name.ts'
import { languageName } from '../../lib/language-name.ts'
import { Form } from '../../ui/form/Form.tsx'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { ColorSelect } from '../../ui/input/ColorSelect.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { ShareBookingPage } from './ShareBookingPage.tsx'
import { CUT_OFF_HOURS_MAX, usePageForm } from './use-page-form.tsx'

/** The page on which people book without a login. */
export function BookingPageForm({ stored }: { stored: BookingConfigs }) {
  const { t, i18n } = useLingui()
  const form = usePageForm(stored)
  const { values, set } = form
  const slug = form.text('slug')
  return (
    <PageSection isCard title={t`Booking page`} text={t`People book, move and cancel visits here without signing in.`}>
      <Form form={form} notice={form.notice}>
        <Switch label={t`Take bookings online`} {...form.checkbox('isOnline')} />
        <TextInput
          label={t`Address`}
          // Next to an error, the full address would look as if it was in use.
          description={slug.error ? undefined : location.origin + BOOKING_PAGE_PATH + values.slug}
          placeholder="harbor-dental"
          {...slug}
        />
        {stored.page.isOnline && <ShareBookingPage page={stored.page} />}
        <Textarea label={t`Introduction`} autosize minRows={2} maxLength={PAGE_INTRO_MAX} {...form.text('intro')} />
        <ColorSelect label={t`Color of buttons`} value={values.color} onChange={(color) => set('color', color)} />
        <Switch label={t`People choose a teammate`} {...form.checkbox('offersTeammates')} />
        <NumberInput
          label={t`Moving and canceling ends`}
          description={t`Hours before the visit. Later, people are asked to call.`}
          min={0}
          max={CUT_OFF_HOURS_MAX}
          clampBehavior="none"
          allowNegative={false}
          decimalScale={1}
          maw={240}
          {...form.control('cutOffHours')}
          onChange={(hours) => set('cutOffHours', hours)}
        />
        <MultiSelect
          label={t`Languages`}
          data={PAGE_LANGUAGES.map((value) => ({ value, label: languageName(value) }))}
          {...form.control('languages')}
          onChange={(codes) =>
            set(
              'languages',
              PAGE_LANGUAGES.filter((language) => codes.includes(language)),
            )
          }
        />
        <MultiSelect
          label={t`Countries`}
          description={t`People with numbers from these countries can book.`}
          searchable
          maxValues={PAGE_COUNTRIES_MAX}
          data={PHONE_COUNTRIES.map((value) => ({ value, label: countryName(i18n, value) })).toSorted((a, b) =>
            a.label.localeCompare(b.label, i18n.locale),
          )}
          {...form.control('countries')}
          onChange={(countries) => set('countries', countries)}
        />
        <Textarea
          label={t`Box for marketing texts`}
          description={t`What people agree to when they check it, kept as evidence. Leave empty for no box.`}
          autosize
          minRows={2}
          maxLength={PAGE_CONSENT_MAX}
          {...form.text('consentText')}
        />
        <TagsInput
          label={t`Sites that may embed the page`}
          description={t`Such as https://example.com`}
          {...form.control('embeddingSites')}
          onChange={(sites) => set('embeddingSites', sites)}
        />
        <Group justify="flex-end">
          <SaveNote state={{ status: form.isSaved && !form.isChanged ? 'saved' : 'idle' }} />
          <Button type="submit" loading={form.isSaving} disabled={!form.isChanged}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Form>
    </PageSection>
  )
}
