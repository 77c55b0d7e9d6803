import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import { percentOf } from './import-texts.ts'
import { storeImport } from './queries.ts'
import type { StepProps } from './step-props.ts'

/** The progress of a dry run, an import or an undo. It goes on when the page is left. */
export function RunningStep({ contactImport }: StepProps) {
  const { t, i18n } = useLingui()
  const cache = useQueryClient()
  const onError = useFailureToast()
  const { id, state, counts, processed, total } = contactImport
  const stop = useMutation({
    mutationFn: () => api.contactImports.stop({ id }),
    onSuccess: (next) => storeImport(cache, next),
    onError,
  })
  const isChecking = state === 'checking'
  const title = isChecking ? t`Checking the file` : state === 'undoing' ? t`Undoing the import` : t`Importing`
  return (
    <PageSection title={title} isCard>
      <Stack gap="sm">
        <Progress
          value={isChecking ? 100 : percentOf(contactImport)}
          animated={isChecking}
          striped={isChecking}
          aria-label={title}
        />
        <Text size="sm" aria-live="polite">
          {isChecking ? (
            <Trans>{i18n.number(counts.rows)} rows read. Nothing is saved yet.</Trans>
          ) : (
            <Trans>
              {i18n.number(processed)} of {i18n.number(total)}
            </Trans>
          )}
        </Text>
        {state !== 'undoing' && (
          <Group>
            <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
              <Trans>Stop</Trans>
            </Button>
            <Text size="sm">
              <Trans>You can leave this page. It continues in the background.</Trans>
            </Text>
          </Group>
        )}
      </Stack>
    </PageSection>
  )
}
