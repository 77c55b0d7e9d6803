import { SEATS_MAX } from '@frontdesk/contract/rules'
import { useLingui } from '@lingui/react/macro'
import { Switch } from '@mantine/core'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import classes from './Services.module.css'
import type { ServiceValues } from './service-values.ts'
import { WholeNumber } from './TimeFields.tsx'

/** How often a service can be booked, and by how many at once. */
export function LimitFields({ form }: { form: ApiForm<ServiceValues> }) {
  const { t } = useLingui()
  const { values, set } = form
  return (
    <div className={classes.stack}>
      <div className={classes.pair}>
        <WholeNumber
          label={t`Bookings a day`}
          description={t`At each location.`}
          placeholder={t`No limit`}
          min={1}
          max={1000}
          value={values.dayMax}
          onNumber={(count) => set('dayMax', count)}
        />
        <WholeNumber
          label={t`Bookings per person`}
          description={t`Upcoming ones.`}
          placeholder={t`No limit`}
          min={1}
          max={100}
          value={values.personMax}
          onNumber={(count) => set('personMax', count)}
        />
      </div>
      <Switch
        label={t`Group session`}
        description={t`Several people book the same time, such as a class.`}
        {...form.checkbox('isGroup')}
      />
      {values.isGroup && (
        <WholeNumber
          label={t`People in a session`}
          max={SEATS_MAX}
          maw={200}
          value={values.seats}
          error={form.control('seats').error}
          onNumber={(count) => set('seats', count)}
        />
      )}
    </div>
  )
}
