import { BOOKING_VARIABLES, countSegments, MESSAGE_TEXT_MAX, TEMPLATE_VARIABLES } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu, Textarea } from '@mantine/core'
import { IconVariable } from '@tabler/icons-react'
import { useRef } from 'react'
import { useVariableNames } from '../../entities/template/use-variable-names.ts'
import classes from './BookingSettings.module.css'
import { asksForOptOut, renderBookingText, unknownInText } from './booking-text.ts'
import { useSample } from './use-sample.ts'

interface Props {
  label: string
  description?: string
  value: string
  onChange: (text: string) => void
  onBlur: () => void
  /** Whether it may be left empty. */
  isOptional?: boolean
}

/** A text about a booking, with variables to insert and what a contact would get. */
export function BookingTextField({ label, description, value, onChange, onBlur, isOptional = false }: Props) {
  const { t } = useLingui()
  const field = useRef<HTMLTextAreaElement>(null)
  const sample = useSample()
  const [unknown] = unknownInText(value)
  const isEmpty = value.trim() === ''
  const error =
    isEmpty && !isOptional
      ? t`Write the text, or remove the reminder.`
      : unknown !== undefined && t`There’s no variable :${unknown}:`
  const insert = (variable: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {}
    const written = `:${variable}:`
    onChange(value.slice(0, selectionStart) + written + value.slice(selectionEnd))
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(selectionStart + written.length, selectionStart + written.length)
    })
  }
  const preview = renderBookingText(value, sample)
  return (
    <div className={classes.text}>
      <Textarea
        ref={field}
        label={label}
        description={description}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MESSAGE_TEXT_MAX}
        dir="auto"
        error={error}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      <div className={classes.tools}>
        <VariableMenu label={label} onInsert={insert} />
        {!isEmpty && (
          <p className={classes.soft}>
            <Plural value={countSegments(preview).segments} one="Billed as # message." other="Billed as # messages." />
          </p>
        )}
      </div>
      {asksForOptOut(value) && (
        <p className={classes.warning} role="status">
          <Trans>
            A reply such as CANCEL or STOP ends all your texts to that person. Ask them to text you back instead.
          </Trans>
        </p>
      )}
      {isEmpty && isOptional && (
        <p className={classes.soft}>
          <Trans>Empty: no text is sent.</Trans>
        </p>
      )}
      {!isEmpty && (
        <>
          <p className={classes.soft}>
            <Trans>Preview for {sample.contactName}</Trans>
          </p>
          <div className={classes.preview}>{preview}</div>
        </>
      )}
    </div>
  )
}

function VariableMenu({ label, onInsert }: { label: string; onInsert: (variable: string) => void }) {
  const { t } = useLingui()
  const names = useVariableNames()
  const bookingNames = {
    booking_time: t`Date and time`,
    booking_service: t`Service`,
    booking_teammate: t`Teammate`,
    booking_location: t`Location of the visit`,
    booking_link: t`Link to change the visit`,
  }
  return (
    <Menu position="bottom-start" width={240} withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconVariable size={15} />}
          aria-label={t`Insert a variable into: ${label}`}
        >
          <Trans>Insert a variable</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        <Menu.Label>
          <Trans>Visit</Trans>
        </Menu.Label>
        {BOOKING_VARIABLES.map((variable) => (
          <Menu.Item key={variable} onClick={() => onInsert(variable)}>
            {bookingNames[variable]}
          </Menu.Item>
        ))}
        <Menu.Label>
          <Trans>Contact and business</Trans>
        </Menu.Label>
        {TEMPLATE_VARIABLES.map((variable) => (
          <Menu.Item key={variable} onClick={() => onInsert(variable)}>
            {names[variable]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
