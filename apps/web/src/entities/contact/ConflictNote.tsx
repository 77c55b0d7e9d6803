import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'

interface Props {
  text: string
  onTheirs: () => void
  onMine: () => void
}

/** A teammate changed what is being edited: whose value stays is the editor's choice. */
export function ConflictNote({ text, onTheirs, onMine }: Props) {
  return (
    <Alert color="orange" p="xs" role="alert">
      {text}
      <Group gap="xs" mt={6}>
        <Button size="xs" variant="default" onClick={onTheirs}>
          <Trans>Keep theirs</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={onMine}>
          <Trans>Use mine</Trans>
        </Button>
      </Group>
    </Alert>
  )
}
