import type { BookingResource } from '@frontdesk/contract/api'
import { RESOURCE_KINDS, type ResourceKind, VISIT_ITEMS_MAX } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Select } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ResourceSelect } from '../../entities/booking-resource/ResourceSelect.tsx'
import { useProviders } from '../../entities/booking-resource/use-providers.ts'
import { ServiceSelect } from '../../entities/booking-service/ServiceSelect.tsx'
import { durationText, longDurationText } from '../../lib/duration-text.ts'
import { moneyText } from '../../lib/money-text.ts'
import classes from './Bookings.module.css'
import type { VisitParts } from './use-visit-parts.ts'
import { totalOf, type VisitPart } from './visit-parts.ts'

interface Props {
  visit: VisitParts
  locationID: string
  error: string | undefined
}

/** The services of a visit in order, each with its length and resources. */
export function VisitPartsFields({ visit, locationID, error }: Props) {
  const { t } = useLingui()
  const { parts, chosen } = visit
  const addButton = useRef<HTMLButtonElement>(null)
  const [added, setAdded] = useState(false)
  const total = totalOf(chosen)
  const totalText = [
    durationText(total.minutes),
    ...total.prices.map(([currency, amount]) => moneyText(amount, currency)),
  ].join(' · ')
  return (
    <div className={classes.parts}>
      {parts.map((part, index) => (
        <PartFields
          key={part.key}
          visit={visit}
          part={part}
          number={index + 1}
          locationID={locationID}
          error={error}
          isFocused={added && index === parts.length - 1}
          onRemove={() => {
            setAdded(false)
            visit.remove(part.key)
            addButton.current?.focus()
          }}
        />
      ))}
      <div className={classes.partsFoot}>
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} />}
          // Not `disabled`, which would lose the focus.
          data-disabled={parts.length >= VISIT_ITEMS_MAX || undefined}
          aria-disabled={parts.length >= VISIT_ITEMS_MAX}
          onClick={() => {
            if (parts.length >= VISIT_ITEMS_MAX) return
            setAdded(true)
            visit.add()
          }}
        >
          <Trans>Add a service</Trans>
        </Button>
        <span role="status">{t`In total: ${totalText}`}</span>
      </div>
      {error && (
        <p className={classes.partsError} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

interface PartProps extends Props {
  part: VisitPart
  number: number
  isFocused: boolean
  onRemove: () => void
}

function PartFields({ visit, part, number, locationID, error, isFocused, onRemove }: PartProps) {
  const { t } = useLingui()
  const service = visit.chosen.find((each) => each.part.key === part.key)?.service
  const providers = useProviders(service, locationID)
  const isOnly = visit.parts.length === 1
  const { gapMinutes, resourceIDs } = part
  return (
    <fieldset aria-label={t`Service ${number}`} className={classes.part} data-only={isOnly || undefined}>
      <div className={classes.partHead}>
        <div className={classes.grows}>
          <ServiceSelect
            label={t`Service`}
            placeholder={t`Choose a service`}
            locationID={locationID}
            autoFocus={isFocused}
            error={error !== undefined && !service}
            value={service?.id ?? null}
            onChange={(id) => visit.chooseService(part.key, id)}
          />
        </div>
        {!isOnly && (
          <ActionIcon aria-label={t`Remove service ${number}`} onClick={onRemove}>
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      {number > 1 && gapMinutes > 0 && (
        <span className={classes.visitDetail}>{t`After a pause of ${longDurationText(gapMinutes)}`}</span>
      )}
      <div className={classes.partFields}>
        {service && service.durations.length > 1 && (
          <Select
            label={t`Length`}
            allowDeselect={false}
            value={String(part.durationMinutes ?? service.durations[0])}
            onChange={(minutes) => visit.change(part.key, { durationMinutes: Number(minutes) })}
            data={service.durations.map((minutes) => ({ value: String(minutes), label: durationText(minutes) }))}
          />
        )}
        {service && (
          <ProviderFields
            providers={providers}
            value={resourceIDs}
            onChange={(ids) => visit.change(part.key, { resourceIDs: ids })}
          />
        )}
      </div>
    </fieldset>
  )
}

interface ProviderProps {
  providers: readonly BookingResource[]
  value: readonly string[]
  onChange: (resourceIDs: string[]) => void
}

/** Selects for a teammate, and for a room and equipment where there are several. Without a choice, a free one is taken. */
function ProviderFields({ providers, value, onChange }: ProviderProps) {
  const { t } = useLingui()
  const labels: Record<ResourceKind, string> = { teammate: t`With`, room: t`Room`, equipment: t`Equipment` }
  return RESOURCE_KINDS.map((kind) => {
    const ofKind = providers.filter((each) => each.kind === kind)
    const isOfKind = (id: string) => ofKind.some((each) => each.id === id)
    if (ofKind.length === 0 || (ofKind.length === 1 && kind !== 'teammate')) return null
    return (
      <ResourceSelect
        key={kind}
        label={labels[kind]}
        placeholder={kind === 'teammate' ? t`Anyone who is free` : t`Any that is free`}
        isClearable
        resources={ofKind}
        value={value.find(isOfKind) ?? null}
        onChange={(id) => onChange([...value.filter((each) => !isOfKind(each)), ...(id === null ? [] : [id])])}
      />
    )
  })
}
