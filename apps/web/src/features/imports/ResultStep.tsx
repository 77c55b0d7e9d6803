import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { ProblemRowsButton } from './ProblemRowsButton.tsx'
import type { StepProps } from './step-props.ts'
import { UndoButton } from './UndoButton.tsx'

/** What an import has done. */
export function ResultStep({ contactImport, onClose }: StepProps) {
  const { t } = useLingui()
  const { id, state, created, updated, undone, hasProblemRows, canUndo } = contactImport
  const title = state === 'done' ? t`Import done` : state === 'stopped' ? t`Import stopped` : t`Import undone`
  const kept = created + updated - undone
  return (
    <PageSection title={title} isCard>
      <Stack gap="sm">
        {state === 'undone' ? (
          <Text>
            <Plural
              value={undone}
              one="# contact was deleted or restored."
              other="# contacts were deleted or restored."
            />{' '}
            {kept > 0 && (
              <Plural
                value={kept}
                one="# contact was used or changed since, and was kept."
                other="# contacts were used or changed since, and were kept."
              />
            )}
          </Text>
        ) : (
          <Text>
            <Plural value={created} one="# contact added." other="# contacts added." />{' '}
            {updated > 0 && <Plural value={updated} one="# contact updated." other="# contacts updated." />}
          </Text>
        )}
        <Group>
          <Button component={Link} to="/contacts">
            <Trans>Go to contacts</Trans>
          </Button>
          <Button variant="default" onClick={onClose}>
            <Trans>Import another file</Trans>
          </Button>
          {hasProblemRows && <ProblemRowsButton id={id} />}
          {canUndo && <UndoButton contactImport={contactImport} />}
        </Group>
        {canUndo && (
          <Text size="sm">
            <Trans>You can undo this import for 7 days.</Trans>
          </Text>
        )}
      </Stack>
    </PageSection>
  )
}
