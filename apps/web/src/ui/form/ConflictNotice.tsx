import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Radio, Stack } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './ConflictNotice.module.css'

interface ShownConflict<Part extends string> {
  part: Part
  label: string
  mine: ReactNode
  theirs: ReactNode
  choice: 'mine' | 'theirs' | null
}

interface Props<Part extends string> {
  /** An explanation of the conflict, and what to do about it. */
  children: ReactNode
  conflicts: readonly ShownConflict<Part>[]
  /** Names of the parts that only the teammate changed. */
  adopted: readonly string[]
  /** Why it cannot be saved yet. */
  error: string | undefined
  isDisabled?: boolean
  onChoose: (part: Part, choice: 'mine' | 'theirs') => void
}

/**
 * Changes that a teammate saved while a form was edited: both versions of each part that both changed, to choose from.
 */
export function ConflictNotice<Part extends string>({
  children,
  conflicts,
  adopted,
  error,
  isDisabled = false,
  onChoose,
}: Props<Part>) {
  const { i18n } = useLingui()
  const names = new Intl.ListFormat(i18n.locale).format(adopted)
  return (
    <Alert color="yellow" variant="light" icon={<IconUsers size={16} />} role="alert">
      <Stack gap="sm">
        <span>{children}</span>
        {adopted.length > 0 && (
          <span>
            <Trans>Their changes to these are in the form: {names}.</Trans>
          </span>
        )}
        {conflicts.map((conflict) => (
          <Choice
            key={conflict.part}
            conflict={conflict}
            error={conflict.choice === null ? error : undefined}
            isDisabled={isDisabled}
            onChoose={(choice) => onChoose(conflict.part, choice)}
          />
        ))}
      </Stack>
    </Alert>
  )
}

interface ChoiceProps {
  conflict: ShownConflict<string>
  error: string | undefined
  isDisabled: boolean
  onChoose: (choice: 'mine' | 'theirs') => void
}

function Choice({ conflict: { label, choice, mine, theirs }, error, isDisabled, onChoose }: ChoiceProps) {
  const { t } = useLingui()
  const id = useId()
  const sides = [
    { side: 'mine', label: t`Keep mine`, shown: mine },
    { side: 'theirs', label: t`Take theirs`, shown: theirs },
  ] as const
  return (
    <Radio.Group
      label={label}
      value={choice}
      error={error}
      onChange={(value) => onChoose(value === 'mine' ? 'mine' : 'theirs')}
    >
      <div className={classes.sides}>
        {sides.map((each) => (
          <div key={each.side} className={classes.side}>
            <Radio
              value={each.side}
              label={each.label}
              disabled={isDisabled}
              aria-invalid={Boolean(error)}
              aria-describedby={`${id}-${each.side}`}
            />
            <div id={`${id}-${each.side}`} className={classes.text} dir="auto">
              {each.shown}
            </div>
          </div>
        ))}
      </div>
    </Radio.Group>
  )
}
