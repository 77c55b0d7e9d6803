import { BUFFER_MINUTES_MAX, HORIZON_DAYS_MAX, STEP_MINUTES } from '@frontdesk/contract/rules'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Input, NumberInput, type NumberInputProps, SegmentedControl, Select } from '@mantine/core'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import classes from './Services.module.css'
import { NOTICE_UNITS, type ServiceValues } from './service-values.ts'

interface Props {
  form: ApiForm<ServiceValues>
}

/** When a service can be booked. */
export function TimeFields({ form }: Props) {
  const { t } = useLingui()
  const { values, set } = form
  return (
    <div className={classes.stack}>
      <div className={classes.pair}>
        <WholeNumber
          label={t`Kept free before`}
          description={t`To prepare, in minutes.`}
          max={BUFFER_MINUTES_MAX}
          step={5}
          value={values.bufferBeforeMinutes}
          onNumber={(minutes) => set('bufferBeforeMinutes', minutes)}
        />
        <WholeNumber
          label={t`Kept free after`}
          description={t`To clean up, in minutes.`}
          max={BUFFER_MINUTES_MAX}
          step={5}
          value={values.bufferAfterMinutes}
          onNumber={(minutes) => set('bufferAfterMinutes', minutes)}
        />
        <Notice form={form} />
        <WholeNumber
          label={t`Days ahead`}
          description={t`How far ahead it can be booked.`}
          max={HORIZON_DAYS_MAX}
          value={values.horizonDays}
          error={form.control('horizonDays').error}
          onNumber={(days) => set('horizonDays', days)}
        />
      </div>
      <Input.Wrapper label={t`Start times`} labelElement="div">
        <div style={{ marginTop: 4 }}>
          <SegmentedControl
            aria-label={t`Start times`}
            value={String(values.stepMinutes)}
            onChange={(value) => {
              const step = STEP_MINUTES.find((minutes) => String(minutes) === value)
              if (step) set('stepMinutes', step)
            }}
            data={[
              { value: '15', label: t`Every 15 minutes` },
              { value: '30', label: t`Every 30 minutes` },
            ]}
          />
        </div>
      </Input.Wrapper>
    </div>
  )
}

/** The least time between booking and visit. */
function Notice({ form }: Props) {
  const { t } = useLingui()
  const { values, set } = form
  const { error } = form.control('notice')
  const notice = values.notice ?? 0
  return (
    <Input.Wrapper
      label={t`Notice`}
      labelElement="div"
      description={t`The least time before a visit.`}
      error={error}
      errorProps={{ mt: 4 }}
    >
      <div className={classes.inline} style={{ marginTop: 4, flexWrap: 'nowrap' }}>
        <WholeNumber
          aria-label={t`Notice`}
          error={error !== undefined}
          value={values.notice}
          onNumber={(next) => set('notice', next)}
        />
        <Select
          aria-label={t`Unit of the notice`}
          allowDeselect={false}
          value={values.noticeUnit}
          onChange={(value) => set('noticeUnit', NOTICE_UNITS.find((unit) => unit === value) ?? values.noticeUnit)}
          data={[
            { value: 'minutes', label: plural(notice, { one: 'minute', other: 'minutes' }) },
            { value: 'hours', label: plural(notice, { one: 'hour', other: 'hours' }) },
            { value: 'days', label: plural(notice, { one: 'day', other: 'days' }) },
          ]}
        />
      </div>
    </Input.Wrapper>
  )
}

interface WholeNumberProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: number | null
  /** null while the field is empty. */
  onNumber: (value: number | null) => void
}

export const WholeNumber = ({ value, onNumber, ...field }: WholeNumberProps) => (
  <NumberInput
    min={0}
    allowDecimal={false}
    allowNegative={false}
    {...field}
    value={value ?? ''}
    onChange={(next) => onNumber(typeof next === 'number' ? next : null)}
  />
)
