import type { BookingConfigs } from '@frontdesk/contract/api'
import { APPROVAL_AFTER_MAX, can, WAITLIST_HOLD_MINUTES } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bookingConfigsQuery } from '../../entities/booking-configs/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { RangeInput } from '../../ui/input/RangeInput.tsx'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { BookingPageForm } from './BookingPageForm.tsx'
import { BookingTextField } from './BookingTextField.tsx'
import { unknownInText } from './booking-text.ts'
import { PaymentTerms } from './PaymentTerms.tsx'
import { Reminders } from './Reminders.tsx'
import { useConfigDraft } from './use-config-draft.ts'

const PERMISSION = SCREEN_PERMISSIONS['/bookings/settings']
const GRACE_MAX_MINUTES = 240

/** The texts about bookings, and when a visit counts as missed. */
export function BookingSettingsScreen({ feeds }: { feeds?: ReactNode }) {
  const { t } = useLingui()
  const configs = useQuery(bookingConfigsQuery)
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  return (
    <PageLayout
      title={t`Settings`}
      tabTitle={t`Booking settings`}
      text={t`What people get when they book, and before they come.`}
    >
      <QueryState query={configs} rows={6}>
        {(stored) => (
          <>
            <BookingPageForm stored={stored} />
            <Reminders stored={stored} />
            <PageSection
              isCard
              title={t`Texts`}
              text={t`Sent when you choose to tell the contact about a change, and for everything they do online.`}
            >
              <ConfigText
                name="bookedText"
                label={t`Booked`}
                description={t`When a visit is booked.`}
                stored={stored}
              />
              <ConfigText
                name="requestedText"
                label={t`Requested`}
                description={t`When someone books a service online that your team approves first.`}
                stored={stored}
              />
              <ConfigText
                name="declinedText"
                label={t`Declined`}
                description={t`When your team declines a request.`}
                stored={stored}
              />
              <ConfigText
                name="rescheduledText"
                label={t`Moved`}
                description={t`When a visit gets another time.`}
                stored={stored}
              />
              <ConfigText
                name="cancelledText"
                label={t`Canceled`}
                description={t`When a visit is canceled.`}
                stored={stored}
              />
            </PageSection>
            <VisitMails stored={stored} />
            <TextReplies stored={stored} />
            <Waitlist stored={stored} />
            <NoShows stored={stored} />
            <PaymentTerms stored={stored} />
            <Calendars feeds={feeds} />
          </>
        )}
      </QueryState>
    </PageLayout>
  )
}

interface TextProps {
  name: 'bookedText' | 'requestedText' | 'declinedText' | 'rescheduledText' | 'cancelledText'
  label: string
  description: string
  stored: BookingConfigs
}

function ConfigText({ name, label, description, stored }: TextProps) {
  const { value, change, flush, state } = useConfigDraft(name, stored, (text) => unknownInText(text).length === 0)
  return (
    <>
      <BookingTextField
        label={label}
        description={description}
        value={value}
        onChange={change}
        onBlur={flush}
        isOptional
      />
      <SaveNote state={state} />
    </>
  )
}

function TextReplies({ stored }: { stored: BookingConfigs }) {
  const { t } = useLingui()
  const { value, change, state } = useConfigDraft('answersTexts', stored, () => true)
  return (
    <PageSection
      isCard
      title={t`Replies by text`}
      text={t`Replying C or YES confirms a visit, and R offers other times. On the day, contacts can text OMW, LATE 10 or HERE to let your team know. This also works in Spanish and French.`}
    >
      <Switch
        label={t`Let contacts confirm, move and arrive by text`}
        checked={value}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <SaveNote state={state} />
    </PageSection>
  )
}

function Waitlist({ stored }: { stored: BookingConfigs }) {
  const { t } = useLingui()
  const { min, max } = WAITLIST_HOLD_MINUTES
  const isHoldValid = (minutes: number) => minutes >= min && minutes <= max
  const { value, change, flush, state } = useConfigDraft('waitlist', stored, ({ holdMinutes }) =>
    isHoldValid(holdMinutes),
  )
  const { isEnabled, holdMinutes } = value
  return (
    <PageSection
      isCard
      title={t`Waitlist`}
      text={t`When a visit is canceled or moved, matching people on the waitlist are texted one at a time, never at night, until someone replies YES.`}
    >
      <Switch
        label={t`Text people on the waitlist when a time opens up`}
        checked={isEnabled}
        onChange={({ currentTarget }) =>
          // The minutes cannot be corrected while the waitlist is off.
          change({
            isEnabled: currentTarget.checked,
            holdMinutes: isHoldValid(holdMinutes) ? holdMinutes : stored.waitlist.holdMinutes,
          })
        }
      />
      <RangeInput
        label={t`Minutes to hold the time for each person`}
        mt="md"
        maw={260}
        min={min}
        max={max}
        allowDecimal={false}
        disabled={!isEnabled}
        value={holdMinutes}
        onChange={(next) => change({ ...value, holdMinutes: next })}
        onBlur={flush}
      />
      <SaveNote state={state} />
    </PageSection>
  )
}

function Calendars({ feeds }: { feeds: ReactNode }) {
  const { t } = useLingui()
  return (
    <PageSection
      isCard
      title={t`Calendars`}
      text={t`Events in a teammate’s own calendar can close times, and their visits can be added to it.`}
    >
      <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to="/bookings/availability" />}>
        <Trans>Connect calendars in each teammate’s availability</Trans>
      </Anchor>
      {feeds}
    </PageSection>
  )
}

function VisitMails({ stored }: { stored: BookingConfigs }) {
  const { t } = useLingui()
  const { value, change, state } = useConfigDraft('mailsVisits', stored, () => true)
  return (
    <PageSection
      isCard
      title={t`Emails`}
      text={t`When you notify contacts that a visit is booked, moved or canceled, those with an email address also get an email with a calendar file.`}
    >
      <Switch
        label={t`Email contacts about their visits`}
        checked={value}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <SaveNote state={state} />
    </PageSection>
  )
}

function NoShows({ stored }: { stored: BookingConfigs }) {
  const { t } = useLingui()
  const { value, change, flush, state } = useConfigDraft(
    'noShowGraceMinutes',
    stored,
    (minutes) => minutes >= 0 && minutes <= GRACE_MAX_MINUTES,
  )
  return (
    <PageSection
      isCard
      title={t`No-shows`}
      text={t`How long to wait for someone before their visit is shown as missed. You decide what happens then.`}
    >
      <RangeInput
        label={t`Minutes after the start`}
        maw={200}
        min={0}
        max={GRACE_MAX_MINUTES}
        allowDecimal={false}
        value={value}
        onChange={change}
        onBlur={flush}
      />
      <SaveNote state={state} />
      <ApprovalAfter stored={stored} />
    </PageSection>
  )
}

const APPROVAL_AFTER = 2

function ApprovalAfter({ stored }: { stored: BookingConfigs }) {
  const { t } = useLingui()
  const { value, change, flush, state } = useConfigDraft(
    'approvalAfterNoShows',
    stored,
    (count) => count === null || (count >= 1 && count <= APPROVAL_AFTER_MAX),
  )
  return (
    <>
      <Switch
        mt="md"
        label={t`Require approval for online bookings by people with no-shows`}
        description={t`Only your team sees how many visits someone missed.`}
        checked={value !== null}
        onChange={({ currentTarget }) => change(currentTarget.checked ? APPROVAL_AFTER : null)}
      />
      {value !== null && (
        <RangeInput
          mt="xs"
          label={t`No-shows in a year`}
          maw={200}
          min={1}
          max={APPROVAL_AFTER_MAX}
          allowDecimal={false}
          value={value}
          onChange={change}
          onBlur={flush}
        />
      )}
      <SaveNote state={state} />
    </>
  )
}
