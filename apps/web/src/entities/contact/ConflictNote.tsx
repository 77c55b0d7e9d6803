import { Trans } from '@lingui/react/macro'
import { Alert, Button, Group } from '@mantine/core'

interface Props {
  text: string
  onTheirs: () => void
  onMine: () => void
}

/** Shows a concurrent change of the edited field, and lets the editor choose whose value to keep. */
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
