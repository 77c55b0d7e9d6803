import type { NumberSeries } from '@frontdesk/contract/api'
import { formatInvoiceNumber, NUMBER_DIGITS, NUMBER_MAX, NUMBER_PREFIX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NumberInput, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KIND_TEXTS } from '../../entities/payment/payment-texts.ts'
import { numberingQuery } from '../../entities/payment-configs/queries.ts'
import { api } from '../../lib/api.ts'
import { fullDate } from '../../lib/time.ts'
import { Form } from '../../ui/form/Form.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import classes from './PaymentSettings.module.css'

/** How documents are numbered, and the numbers that were skipped. */
export function Numbering() {
  const { t } = useLingui()
  const numbering = useQuery(numberingQuery)
  return (
    <PageSection
      isCard
      title={t`Numbers`}
      text={t`Numbers are assigned in order, when a payment request or estimate is sent.`}
    >
      <QueryState query={numbering} rows={2}>
        {(series) => series.map((each) => <SeriesForm key={`${each.series} ${each.version}`} stored={each} />)}
      </QueryState>
    </PageSection>
  )
}

function SeriesForm({ stored }: { stored: NumberSeries }) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const { series, version, gaps } = stored
  const form = useApiForm({
    initial: { prefix: stored.prefix, digits: stored.digits, nextNumber: stored.nextNumber, reason: '' },
    rules: {
      prefix: (prefix) =>
        !NUMBER_PREFIX.test(prefix) && t`Up to 10 capital letters, digits, / and -, with no digit at the end.`,
    },
    errorFields: { InvalidInput: 'nextNumber' },
    save: async (values) => {
      const { data } = await api.paymentConfigs.saveNumbering({ series, version, ...values })
      cache.setQueryData(numberingQuery.queryKey, data.series)
    },
  })
  const { values } = form
  const number = (name: 'digits' | 'nextNumber', min: number, max: number) => ({
    min,
    max,
    allowDecimal: false,
    clampBehavior: 'strict' as const,
    value: values[name],
    onChange: (typed: number | string) => form.set(name, Number(typed) || min),
  })
  return (
    <fieldset className={classes.series} aria-label={i18n._(KIND_TEXTS[series])}>
      <Form form={form}>
        <h3 className={classes.seriesTitle}>
          {i18n._(KIND_TEXTS[series])}: {formatInvoiceNumber(values, values.nextNumber)}
        </h3>
        <div className={classes.row}>
          <TextInput w={120} label={t`Prefix`} maxLength={10} {...form.text('prefix')} />
          <NumberInput w={100} label={t`Digits`} {...number('digits', NUMBER_DIGITS.min, NUMBER_DIGITS.max)} />
          <NumberInput
            w={150}
            label={t`Next number`}
            error={form.control('nextNumber').error}
            {...number('nextNumber', 1, NUMBER_MAX)}
          />
        </div>
        {values.nextNumber > stored.nextNumber && (
          <TextInput
            label={t`Reason for skipping numbers`}
            description={t`Shown below with the skipped numbers.`}
            maxLength={300}
            {...form.text('reason')}
          />
        )}
        {form.isChanged && (
          <Button type="submit" size="xs" loading={form.isSaving} className={classes.save}>
            <Trans>Save numbers</Trans>
          </Button>
        )}
      </Form>
      {gaps.map(({ firstNumber, lastNumber, reason, by, at }) => (
        <Text key={firstNumber} size="sm" c="dimmed" mt={6}>
          <Trans>
            Skipped: {firstNumber} to {lastNumber}
          </Trans>
          , {fullDate(at)}
          {by && <>, {by}</>}
          {reason && <>: {reason}</>}
        </Text>
      ))}
    </fieldset>
  )
}
