import { Trans } from '@lingui/react/macro'
import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './accounts.module.css'

interface Props {
  codes: string[]
  onDone: () => void
}

export function RecoveryCodes({ codes, onDone }: Props) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Frontdesk\n\n${codes.join('\n')}\n`)}`
  return (
    <Stack gap="sm">
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={16} />}>
        <Trans>
          Save these recovery codes now. You won’t see them again. Each one signs you in once without your phone.
        </Trans>
      </Alert>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" component="a" href={file} download="frontdesk-recovery-codes.txt">
            <Trans>Download</Trans>
          </Button>
        </Group>
        <Button onClick={onDone}>
          <Trans>I saved them</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
