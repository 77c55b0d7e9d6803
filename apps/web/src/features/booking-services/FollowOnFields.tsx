import { GAP_MINUTES_MAX, VISIT_ITEMS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { ServiceSelect } from '../../entities/booking-service/ServiceSelect.tsx'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import { MoveButtons } from '../../ui/list/MoveButtons.tsx'
import classes from './Services.module.css'
import type { FollowOnValue, ServiceValues } from './service-values.ts'
import { WholeNumber } from './TimeFields.tsx'

interface Props {
  form: ApiForm<ServiceValues>
  /** Of the service that is edited; null for a new one. */
  serviceID: string | null
}

/** The services that follow in the same visit, in their order, each after a gap. */
export function FollowOnFields({ form, serviceID }: Props) {
  const { t } = useLingui()
  const { value: followOns, error, onChange } = form.control('followOns')
  const change = (index: number, changes: Partial<FollowOnValue>) =>
    onChange(followOns.map((each, i) => (i === index ? { ...each, ...changes } : each)))
  return (
    <div className={classes.stack}>
      {followOns.length > 0 && (
        <ul className={classes.rows}>
          {followOns.map((followOn, index) => {
            const name = t`service ${index + 1} that follows`
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same service may follow twice, so its id is not a key.
              <li key={index} className={classes.row} style={{ alignItems: 'flex-end' }}>
                <div className={classes.rowFields}>
                  <div className={classes.grows}>
                    <ServiceSelect
                      label={t`Service`}
                      placeholder={t`Choose a service`}
                      without={serviceID === null ? [] : [serviceID]}
                      error={error !== undefined && followOn.serviceID === null}
                      value={followOn.serviceID}
                      onChange={(id) => change(index, { serviceID: id })}
                    />
                  </div>
                  <WholeNumber
                    w={140}
                    label={t`Minutes before it`}
                    max={GAP_MINUTES_MAX}
                    step={5}
                    value={followOn.gapMinutes}
                    onNumber={(gapMinutes) => change(index, { gapMinutes })}
                  />
                </div>
                <MoveButtons items={followOns} index={index} name={name} onMove={onChange} />
                <ActionIcon
                  aria-label={t`Remove ${name}`}
                  onClick={() => onChange(followOns.filter((_, i) => i !== index))}
                >
                  <IconTrash size={16} stroke={1.75} />
                </ActionIcon>
              </li>
            )
          })}
        </ul>
      )}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      {followOns.length < VISIT_ITEMS_MAX - 1 && (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={15} />}
            onClick={() => onChange([...followOns, { serviceID: null, gapMinutes: 0 }])}
          >
            <Trans>Add a service that follows</Trans>
          </Button>
        </div>
      )}
    </div>
  )
}
