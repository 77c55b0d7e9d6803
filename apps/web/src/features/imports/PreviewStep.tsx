import { isBlank } from '@frontdesk/contract/rules'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { ConsentChoice } from './ConsentChoice.tsx'
import { Counts } from './Counts.tsx'
import { ProblemRowsButton } from './ProblemRowsButton.tsx'
import { storeImport } from './queries.ts'
import type { StepProps } from './step-props.ts'

/** Preview of an import before it changes anything. */
export function PreviewStep(props: StepProps) {
  const { t } = useLingui()
  const { contactImport, isForSubscribers } = props
  const { id, counts, total, fileName, hasProblemRows, mapping } = contactImport
  const cache = useQueryClient()
  const gate = useTrialGate()
  const [isEditing, setIsEditing] = useState(false)
  const [consent, setConsent] = useState({ isStated: isForSubscribers, wording: '' })
  const [isIncomplete, setIsIncomplete] = useState(false)
  const start = useMutation({
    mutationFn: () =>
      api.contactImports.start({ id, ...(consent.isStated && { marketingConsent: { wording: consent.wording } }) }),
    onSuccess: (next) => storeImport(cache, next),
  })
  const submit = () => {
    const lacksWording = consent.isStated && isBlank(consent.wording)
    setIsIncomplete(lacksWording)
    if (!lacksWording) gate('import', () => start.mutate())
  }
  if (isEditing) return <ColumnsStep {...props} />
  return (
    <Stack gap="lg">
      <PageSection
        title={t`Ready to import`}
        text={t`Nothing has been saved yet. This is what will happen with ${fileName}.`}
        isCard
      >
        <Counts counts={counts} />
      </PageSection>
      {total > 0 && (
        <PageSection title={t`Marketing texts`} isCard>
          <ConsentChoice
            value={consent}
            onChange={(next) => {
              setConsent(next)
              setIsIncomplete(false)
            }}
            isIncomplete={isIncomplete}
            hasDates={mapping.includes('consentedOn')}
          />
        </PageSection>
      )}
      <ErrorText error={start.error} />
      <Group>
        <Button disabled={total === 0} loading={start.isPending} onClick={submit}>
          <Plural value={total} one="Import # contact" other="Import # contacts" />
        </Button>
        {hasProblemRows && <ProblemRowsButton id={id} />}
        <Button variant="default" onClick={() => setIsEditing(true)}>
          <Trans>Change columns</Trans>
        </Button>
      </Group>
      {total === 0 && (
        <Text size="sm">
          <Trans>There is nothing to import: no row adds or changes a contact.</Trans>
        </Text>
      )}
    </Stack>
  )
}
