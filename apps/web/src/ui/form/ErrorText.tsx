import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { errorText } from '../../lib/error-texts.ts'
import { RequestNumber } from '../state/RequestNumber.tsx'

interface Props extends Omit<AlertProps, 'children'> {
  error: unknown
}

/** The text for a failed request; renders nothing without a failure. */
export function ErrorText({ error, ...rest }: Props) {
  if (!error) return null
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={16} />} role="alert" {...rest}>
      {errorText(error)}
      <RequestNumber error={error} />
    </Alert>
  )
}
