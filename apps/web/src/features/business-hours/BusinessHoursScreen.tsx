import type { BusinessHours } from '@frontdesk/contract/api'
import { can, unknownVariables } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select, Switch, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BookingsOutside } from '../../entities/booking/BookingsOutside.tsx'
import { bookingsOutsideHours } from '../../entities/booking/outside-queries.ts'
import { HoursExceptions } from '../../entities/business-hours/HoursExceptions.tsx'
import { areExceptionsValid, isWeekValid } from '../../entities/business-hours/hours-rules.ts'
import { businessHoursQuery } from '../../entities/business-hours/queries.ts'
import { WeekFields } from '../../entities/business-hours/WeekFields.tsx'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { useLocations } from '../../entities/location/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { SaveNote } from '../../ui/form/SaveNote.tsx'
import { useSavedDraft } from '../../ui/form/use-saved-draft.ts'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './BusinessHoursScreen.module.css'
import { OpenNow } from './OpenNow.tsx'

export function BusinessHoursScreen() {
  const { t } = useLingui()
  const locations = useLocations()
  const hours = useQuery(businessHoursQuery)
  const inFrame = useStore(chosenLocation)
  const [picked, setPicked] = useState<string | null>(null)
  if (!can(useMe(), 'admin_manage_settings')) return <ForbiddenScreen permission="admin_manage_settings" />

  const chosen = picked ?? inFrame
  return (
    <PageLayout title={t`Business hours`} text={t`When your team is available, in the location’s time zone.`}>
      <QueryState
        query={hours}
        rows={7}
        empty={
          <EmptyState
            title={t`No locations`}
            text={t`You don’t have access to any location. Ask someone who manages your team to add you to one.`}
          />
        }
      >
        {(data) => {
          const shown = data.find(({ locationID }) => locationID === chosen) ?? data[0]
          return (
            shown && (
              <>
                {locations.length > 1 && (
                  <Select
                    label={t`Location`}
                    mb="md"
                    maw={320}
                    allowDeselect={false}
                    value={shown.locationID}
                    onChange={setPicked}
                    data={locations.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                )}
                <Hours key={shown.locationID} stored={shown} />
              </>
            )
          )
        }}
      </QueryState>
    </PageLayout>
  )
}

const isRight = ({ week, exceptions, afterHours }: BusinessHours) =>
  isWeekValid(week) && areExceptionsValid(exceptions) && (!afterHours.isEnabled || afterHours.message.trim() !== '')

/** A location's hours are one autosaved document; the slower of two concurrent saves gets the current state. */
function Hours({ stored }: { stored: BusinessHours }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const draft = useSavedDraft({
    stored,
    queryKey: businessHoursQuery.queryKey,
    isValid: isRight,
    save: async ({ locationID, week, exceptions, afterHours }) => {
      const { version } =
        cache.getQueryData(businessHoursQuery.queryKey)?.find((one) => one.locationID === locationID) ?? stored
      const saved = await api.businessHours.save({ locationID, week, exceptions, afterHours, version })
      cache.setQueryData(businessHoursQuery.queryKey, (list) =>
        list?.map((one) => (one.locationID === locationID ? saved : one)),
      )
    },
  })
  const hours = draft.value
  const change = (changes: Partial<BusinessHours>) => draft.change({ ...hours, ...changes })
  const { afterHours } = hours
  const unknown = unknownVariables(afterHours.message)
  const areHoursValid = isWeekValid(hours.week) && areExceptionsValid(hours.exceptions)
  const outside = useQuery({ ...bookingsOutsideHours(hours), enabled: areHoursValid }).data ?? []

  return (
    <>
      <div className={classes.status}>
        <OpenNow hours={hours} />
        <SaveNote state={draft.state} />
      </div>
      {!hours.isSet && (
        <div className={classes.suggested}>
          <Trans>These are suggested hours. Edit or confirm them to turn them on.</Trans>
          <Button size="xs" variant="default" onClick={() => draft.change({ ...hours })}>
            <Trans>Confirm hours</Trans>
          </Button>
        </div>
      )}
      <BookingsOutside ids={outside} />
      <PageSection title={t`Weekly hours`}>
        <WeekFields week={hours.week} onChange={(week) => change({ week })} />
      </PageSection>
      <PageSection title={t`Holidays and other exceptions`} text={t`Days with different hours.`}>
        <HoursExceptions
          timeZone={hours.timeZone}
          exceptions={hours.exceptions}
          onChange={(exceptions) => change({ exceptions })}
          emptyText={t`None yet. Add your country’s holidays, or a day you’re closed.`}
        />
      </PageSection>
      <PageSection
        isCard
        title={t`After-hours response`}
        text={t`Sent automatically when someone texts while you’re closed: once per contact until you open again, never to contacts who opted out, or while a teammate is in the conversation.`}
      >
        <Switch
          label={t`Reply when we’re closed`}
          checked={afterHours.isEnabled}
          onChange={(event) => change({ afterHours: { ...afterHours, isEnabled: event.currentTarget.checked } })}
        />
        {afterHours.isEnabled && (
          <Textarea
            mt="sm"
            label={t`Response`}
            description={t`You can use template variables, such as :contact_first_name:`}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={1600}
            error={
              afterHours.message.trim() === ''
                ? t`Write the response, or turn it off`
                : unknown.length > 0 && t`There’s no variable :${unknown[0] ?? ''}:`
            }
            value={afterHours.message}
            onChange={(event) => change({ afterHours: { ...afterHours, message: event.currentTarget.value } })}
            onBlur={draft.flush}
          />
        )}
      </PageSection>
    </>
  )
}
