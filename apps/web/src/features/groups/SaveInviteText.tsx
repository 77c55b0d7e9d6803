import { useLingui } from '@lingui/react/macro'
import { Checkbox } from '@mantine/core'

interface Props {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

/** Keeps the text of an invite for the next ones. */
export function SaveInviteText({ isChecked, onChange }: Props) {
  const { t } = useLingui()
  return (
    <Checkbox
      label={t`Start every review invite with this text`}
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
