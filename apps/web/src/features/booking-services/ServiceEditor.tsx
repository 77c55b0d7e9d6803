import type { BookingService } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Form } from '../../ui/form/Form.tsx'
import { UnsavedChanges } from '../../ui/form/UnsavedChanges.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { DetailsFields } from './DetailsFields.tsx'
import { FollowOnFields } from './FollowOnFields.tsx'
import { LimitFields } from './LimitFields.tsx'
import { OnlineFields } from './OnlineFields.tsx'
import { PaymentFields } from './PaymentFields.tsx'
import { ProviderFields } from './ProviderFields.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { ServiceSummary } from './ServiceSummary.tsx'
import classes from './Services.module.css'
import type { ServiceValues } from './service-values.ts'
import { TimeFields } from './TimeFields.tsx'
import { useServiceForm } from './use-service-form.ts'

interface Props {
  /** null for a new one. */
  service: BookingService | null
  initial: ServiceValues
  currency: string
  onSaved?: (serviceID: string) => void
}

/** The form of a service, with what it means in plain words beside it. */
export function ServiceEditor({ service, initial, currency, onSaved }: Props) {
  const { t } = useLingui()
  const { form, save } = useServiceForm({ service, initial, currency })
  const submit = async () => {
    const id = await save()
    if (id !== null) onSaved?.(id)
    return id !== null
  }
  return (
    <>
      <UnsavedChanges hasChanges={form.isChanged} />
      <Form form={{ ...form, submit }} notice={form.notice}>
        <div className={classes.editor}>
          <div className={classes.fields}>
            <PageSection title={t`Service`}>
              <DetailsFields form={form} currency={currency} isNew={service === null} />
            </PageSection>
            <PageSection
              title={t`Who and what provides it`}
              text={t`A visit takes one of each kind you choose here, such as one teammate and one room.`}
            >
              <ProviderFields form={form} />
            </PageSection>
            <PageSection title={t`Times`}>
              <TimeFields form={form} />
            </PageSection>
            <PageSection title={t`Limits`}>
              <LimitFields form={form} />
            </PageSection>
            <PageSection title={t`Online`}>
              <OnlineFields form={form} />
            </PageSection>
            {form.values.isOnline && (
              <PageSection title={t`Payment at booking`}>
                <PaymentFields form={form} currency={currency} />
              </PageSection>
            )}
            <PageSection title={t`Questions`} text={t`Asked when someone books. Your team sees the answers.`}>
              <QuestionFields form={form} />
            </PageSection>
            <PageSection
              title={t`What follows`}
              text={t`Services that are booked together with this one, in the same visit.`}
            >
              <FollowOnFields form={form} serviceID={service?.id ?? null} />
            </PageSection>
          </div>
          <ServiceSummary values={form.values} />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" component={Link} to="/bookings/services">
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={form.isSaving} disabled={service !== null && !form.isChanged}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Form>
    </>
  )
}
