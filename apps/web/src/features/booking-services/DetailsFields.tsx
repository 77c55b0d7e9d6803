import {
  currencyDecimals,
  DURATION_MINUTES,
  DURATIONS_MAX,
  SERVICE_NAME_MAX,
  SERVICE_TEXT_MAX,
} from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Input, MultiSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useLocations } from '../../entities/location/queries.ts'
import { currencySymbol } from '../../lib/money-text.ts'
import type { ApiForm } from '../../ui/form/use-api-form.ts'
import { ColorSelect } from '../../ui/input/ColorSelect.tsx'
import { PictureField } from './PictureField.tsx'
import classes from './Services.module.css'
import type { ServiceValues } from './service-values.ts'

interface Props {
  form: ApiForm<ServiceValues>
  currency: string
  isNew: boolean
}

/** Name, description, price, lengths and locations of a service. */
export function DetailsFields({ form, currency, isNew }: Props) {
  const { t } = useLingui()
  const locations = useLocations()
  const { values, set } = form
  return (
    <div className={classes.stack}>
      <TextInput
        label={t`Name`}
        maxLength={SERVICE_NAME_MAX}
        data-autofocus={isNew || undefined}
        {...form.text('name')}
      />
      <Textarea
        label={t`Description`}
        description={t`What people should know before they book.`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={SERVICE_TEXT_MAX}
        {...form.text('description')}
      />
      <PictureField {...form.control('pictureURL')} />
      <div className={classes.pair}>
        <ColorSelect label={t`Color in the calendar`} value={values.color} onChange={(color) => set('color', color)} />
        <NumberInput
          label={t`Price`}
          placeholder={t`No price shown`}
          leftSection={currencySymbol(currency)}
          min={0}
          max={10_000_000}
          decimalScale={currencyDecimals(currency)}
          allowNegative={false}
          hideControls
          value={values.price}
          onChange={(price) => set('price', price)}
        />
      </div>
      <Lengths form={form} />
      {(locations.length > 1 || values.locationIDs.length > 0) && (
        <MultiSelect
          label={t`Locations`}
          placeholder={values.locationIDs.length === 0 ? t`All locations` : undefined}
          {...form.control('locationIDs')}
          data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </div>
  )
}

const LENGTH_ADDED = 60

/** The lengths that people choose from; the first one is the default. */
function Lengths({ form }: Pick<Props, 'form'>) {
  const { t } = useLingui()
  const { value: lengths, error, onChange } = form.control('durations')
  return (
    <Input.Wrapper
      label={t`Length`}
      labelElement="div"
      description={lengths.length > 1 ? t`People choose one. The first one is the default.` : undefined}
      error={error}
    >
      <div className={classes.inline} style={{ marginTop: 4 }}>
        {lengths.map((minutes, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lengths have no identity but their position.
          <div key={index} className={classes.length}>
            <NumberInput
              aria-label={index === 0 ? t`Length in minutes` : t`Length ${index + 1} in minutes`}
              w={116}
              suffix={t` min`}
              step={15}
              min={0}
              max={DURATION_MINUTES.max}
              allowDecimal={false}
              allowNegative={false}
              error={error !== undefined}
              value={minutes ?? ''}
              onChange={(value) =>
                onChange(lengths.map((each, i) => (i === index ? (typeof value === 'number' ? value : null) : each)))
              }
            />
            {lengths.length > 1 && (
              <ActionIcon
                aria-label={t`Remove length ${index + 1}`}
                onClick={() => onChange(lengths.filter((_, i) => i !== index))}
              >
                <IconTrash size={16} stroke={1.75} />
              </ActionIcon>
            )}
          </div>
        ))}
        {lengths.length < DURATIONS_MAX && (
          <Button
            variant="default"
            leftSection={<IconPlus size={15} />}
            onClick={() =>
              onChange([...lengths, Math.min((lengths.at(-1) ?? 0) + 30 || LENGTH_ADDED, DURATION_MINUTES.max)])
            }
          >
            <Trans>Add a length</Trans>
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}
