import type { SendingSettings } from '@frontdesk/contract/api'
import {
  AUTOMATED_TEXTS_PER_DAY_MAX,
  can,
  FEDERAL_HOURS,
  LEGAL_HOLIDAYS,
  SEGMENTS_PER_SECOND_MAX,
  STATE_RULES,
  type WeekHours,
} from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Group, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContactFields } from '../../entities/contact-field/queries.ts'
import { HOLIDAY_TEXTS } from '../../entities/sending/holiday-texts.ts'
import { sendingSettingsQuery } from '../../entities/sending/queries.ts'
import { stateName } from '../../entities/sending/state-name.ts'
import { MICRO } from '../../entities/sending/text-cost.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { clock } from '../../lib/time.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { useSavedDraft } from '../../ui/form/use-saved-draft.ts'
import { TimeSelect } from '../../ui/input/TimeSelect.tsx'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { useTitle } from '../../ui/layout/use-title.ts'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './SendingScreen.module.css'
import { ShortLinks } from './ShortLinks.tsx'

export function SendingScreen() {
  const { t } = useLingui()
  useTitle(t`Sending and links`)
  const settings = useQuery(sendingSettingsQuery)
  if (!can(useMe(), 'admin_manage_settings')) return <ForbiddenScreen permission="admin_manage_settings" />
  return (
    <PageLayout title={t`Sending and links`} text={t`When automatic texts go out, what texts cost, and short links.`}>
      <QueryState query={settings} rows={4}>
        {(data) => (
          <>
            <QuietHours stored={data} />
            <AutomaticTexts stored={data} />
            <Campaigns stored={data} />
            <Prices stored={data} />
            <LinkSettings stored={data} />
            <ShortLinks />
          </>
        )}
      </QueryState>
    </PageLayout>
  )
}

type Part = Partial<Omit<SendingSettings, 'version'>>
const NOTHING_CHANGED: Part = {}

/** One section of the settings, with autosave. */
function usePart(stored: SendingSettings, isValid: (part: Part) => boolean = () => true) {
  const cache = useQueryClient()
  const { value, change, ...draft } = useSavedDraft({
    stored: NOTHING_CHANGED,
    queryKey: sendingSettingsQuery.queryKey,
    isValid,
    save: async (part) => {
      const { version } = cache.getQueryData(sendingSettingsQuery.queryKey) ?? stored
      const { data } = await api.sending.saveSettings({ ...part, version })
      cache.setQueryData(sendingSettingsQuery.queryKey, data)
    },
  })
  return { ...draft, value: { ...stored, ...value }, change: (part: Part) => change({ ...value, ...part }) }
}

const isAllowed = ({ opens, closes }: SendingSettings['quietHours']) =>
  opens < closes && opens >= FEDERAL_HOURS.opens && closes <= FEDERAL_HOURS.closes

function QuietHours({ stored }: { stored: SendingSettings }) {
  const { t } = useLingui()
  const { value, change, state } = usePart(stored, ({ quietHours }) => !quietHours || isAllowed(quietHours))
  const { quietHours, followsStateRules } = value
  return (
    <PageSection
      isCard
      title={t`Quiet hours for contacts`}
      text={t`Scheduled and automatic texts wait until these hours in the contact’s time zone. Manual replies only show a warning. In Canada, 9:00 AM to 9:30 PM applies on weekdays and 10:00 AM to 6:00 PM on weekends.`}
    >
      <Group gap="sm" align="flex-start">
        <TimeSelect
          w={140}
          label={t`Send from`}
          value={quietHours.opens}
          onChange={(opens) => change({ quietHours: { ...quietHours, opens } })}
        />
        <TimeSelect
          w={140}
          label={t`Send until`}
          value={quietHours.closes}
          onChange={(closes) => change({ quietHours: { ...quietHours, closes } })}
        />
      </Group>
      {!isAllowed(quietHours) && (
        <p className={classes.problem} role="alert">
          <Trans>US law only allows texts between 8:00 AM and 9:00 PM.</Trans>
        </p>
      )}
      <Switch
        mt="sm"
        label={t`Follow stricter state rules for all automatic texts`}
        description={t`Marketing always follows them. This is for reminders and other scheduled texts.`}
        checked={followsStateRules}
        onChange={(event) => change({ followsStateRules: event.currentTarget.checked })}
      />
      <States />
      <StateField value={value.stateFieldID} onChange={(stateFieldID) => change({ stateFieldID })} />
      <SaveNote state={state} />
    </PageSection>
  )
}

/** The contact field that holds the state where a contact lives. */
function StateField({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { t } = useLingui()
  const fields = useContactFields().filter(({ type }) => type === 'text' || type === 'choice')
  return (
    <Select
      mt="sm"
      maw={360}
      label={t`Contact field for the state`}
      description={
        fields.length === 0
          ? t`Area codes decide. To go by where people live, add a contact field for their state or address.`
          : t`Choose a field with a state, province, or full address. Where it is empty, the area code decides.`
      }
      placeholder={t`None, use the area code`}
      data={fields.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': t`Clear` }}
      disabled={fields.length === 0}
    />
  )
}

function AutomaticTexts({ stored }: { stored: SendingSettings }) {
  const { t } = useLingui()
  const { value, change, state } = usePart(stored)
  return (
    <PageSection
      isCard
      title={t`Marketing and automatic texts`}
      text={t`Marketing is what you send to groups and to many contacts at once. It only goes to contacts whose agreement is recorded, such as by an opt-in keyword, an import that says so, or the contact’s page. In Canada, a recorded purchase or inquiry counts for a time. Your team’s own texts are never limited.`}
    >
      <NumberInput
        maw={300}
        label={t`Automatic texts per contact and day`}
        description={t`Further ones wait until the next day.`}
        min={1}
        max={AUTOMATED_TEXTS_PER_DAY_MAX}
        allowDecimal={false}
        clampBehavior="strict"
        value={value.automatedTextsPerDay}
        onChange={(count) => {
          const perDay = Number(count)
          if (perDay >= 1) change({ automatedTextsPerDay: perDay })
        }}
      />
      <SaveNote state={state} />
    </PageSection>
  )
}

function Campaigns({ stored }: { stored: SendingSettings }) {
  const { t } = useLingui()
  const { value, change, state } = usePart(stored)
  const { approvalAbove, segmentsPerSecond, segmentsPerSecondByNumber, segmentsPerDay } = value
  return (
    <PageSection
      isCard
      title={t`Campaigns`}
      text={t`Campaigns and group messages are sent no faster than carriers accept them. Your carrier gives you these limits when you register your business. A long text counts as several messages.`}
    >
      <Group gap="sm" align="flex-end">
        <NumberInput
          w={220}
          label={t`Messages per second`}
          min={1}
          max={SEGMENTS_PER_SECOND_MAX}
          allowDecimal={false}
          clampBehavior="strict"
          value={segmentsPerSecond}
          onChange={(count) => Number(count) >= 1 && change({ segmentsPerSecond: Number(count) })}
        />
        <NumberInput
          w={220}
          label={t`Messages per second per number`}
          placeholder={t`No limit`}
          min={1}
          max={SEGMENTS_PER_SECOND_MAX}
          allowDecimal={false}
          clampBehavior="strict"
          value={segmentsPerSecondByNumber ?? ''}
          onChange={(count) => change({ segmentsPerSecondByNumber: Number(count) >= 1 ? Number(count) : null })}
        />
        <NumberInput
          w={220}
          label={t`Messages per day`}
          placeholder={t`No limit`}
          min={1}
          max={10_000_000}
          allowDecimal={false}
          clampBehavior="strict"
          value={segmentsPerDay ?? ''}
          onChange={(count) => change({ segmentsPerDay: Number(count) >= 1 ? Number(count) : null })}
        />
      </Group>
      <NumberInput
        mt="sm"
        w={220}
        label={t`Require approval above`}
        description={t`Campaigns with more recipients than this need a second person’s approval. Leave empty to turn this off.`}
        placeholder={t`No approval`}
        min={0}
        max={1_000_000}
        allowDecimal={false}
        clampBehavior="strict"
        value={approvalAbove ?? ''}
        onChange={(count) => change({ approvalAbove: count === '' ? null : Number(count) })}
      />
      <SaveNote state={state} />
    </PageSection>
  )
}

function States() {
  const { t, i18n } = useLingui()
  const hours = (window: WeekHours['sunday']) =>
    window ? `${hourText(window.opens)} – ${hourText(window.closes)}` : t`None`
  return (
    <details className={classes.states}>
      <summary>
        <Trans>
          <Plural value={STATE_RULES.length} one="# state has" other="# states have" /> stricter rules, applied to
          contacts there. Show them
        </Trans>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={t`State rules`}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>State</Trans>
              </th>
              <th scope="col">
                <Trans>Monday to Friday</Trans>
              </th>
              <th scope="col">
                <Trans>Saturday</Trans>
              </th>
              <th scope="col">
                <Trans>Sunday</Trans>
              </th>
              <th scope="col">
                <Trans>No marketing on</Trans>
              </th>
              <th scope="col">
                <Trans>Source</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {STATE_RULES.map(({ state, weekdays, saturday, sunday, holidays, source, unverified }) => (
              <tr key={state}>
                <th scope="row">{stateName(state)}</th>
                <td data-label={t`Monday to Friday`}>{hours(weekdays)}</td>
                <td data-label={t`Saturday`}>{hours(saturday)}</td>
                <td data-label={t`Sunday`}>{hours(sunday)}</td>
                <td className={classes.long} data-label={t`No marketing on`}>
                  {holidays === null
                    ? '–'
                    : LEGAL_HOLIDAYS.filter((holiday) => holidays.days[holiday])
                        .map((holiday) => i18n._(HOLIDAY_TEXTS[holiday]))
                        .join(', ')}
                </td>
                <td className={classes.long} data-label={t`Source`}>
                  {[source, holidays?.source].filter(Boolean).join('; ')}
                  {unverified && (
                    <div>
                      <Trans>Not verified: {unverified}</Trans>
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

/** Formatted like all other times; the time zone is irrelevant here. */
const hourText = (time: string) => clock(`2026-01-01T${time}:00Z`, 'UTC')

function Prices({ stored }: { stored: SendingSettings }) {
  const { t } = useLingui()
  const { value, change, state } = usePart(stored)
  const field = (key: 'pricePerSegment' | 'pricePerMediaMessage', label: string) => (
    <NumberInput
      label={label}
      prefix={`${value.currency} `}
      min={0}
      max={10}
      step={0.001}
      decimalScale={6}
      value={value[key] / MICRO}
      onChange={(price) => {
        if (typeof price === 'number') change({ [key]: Math.round(price * MICRO) })
      }}
    />
  )
  return (
    <PageSection
      isCard
      title={t`Prices`}
      text={t`What your carrier charges, shown as you type. A long text is billed as several messages. Carrier fees are extra.`}
    >
      <Group gap="sm">
        {field('pricePerSegment', t`Per message`)}
        {field('pricePerMediaMessage', t`Per message with attachments`)}
      </Group>
      <SaveNote state={state} />
    </PageSection>
  )
}

const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

function LinkSettings({ stored }: { stored: SendingSettings }) {
  const { t } = useLingui()
  const { value, change, state, flush } = usePart(
    stored,
    ({ shortLinkDomain }) => !shortLinkDomain || DOMAIN.test(shortLinkDomain),
  )
  const domain = value.shortLinkDomain ?? ''
  return (
    <PageSection
      isCard
      title={t`Short links`}
      text={t`Carriers block texts with links from public shorteners. Use your own domain that points to this Frontdesk.`}
    >
      <TextInput
        maw={320}
        label={t`Your link domain`}
        placeholder={location.host}
        value={domain}
        error={domain !== '' && !DOMAIN.test(domain) && t`Enter a domain such as go.example.com`}
        onChange={({ currentTarget }) => change({ shortLinkDomain: currentTarget.value.trim().toLowerCase() || null })}
        onBlur={flush}
      />
      <Switch
        mt="sm"
        label={t`Shorten long links as you type`}
        checked={value.shortensLinks}
        onChange={(event) => change({ shortensLinks: event.currentTarget.checked })}
      />
      <SaveNote state={state} />
    </PageSection>
  )
}
