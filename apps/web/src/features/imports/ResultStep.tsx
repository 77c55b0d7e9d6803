import type { ContactImport } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { BackToCampaign } from './BackToCampaign.tsx'
import { ProblemRowsButton } from './ProblemRowsButton.tsx'
import type { StepProps } from './step-props.ts'
import { UndoButton } from './UndoButton.tsx'

/** Result of an import. */
export function ResultStep({ contactImport, forCampaign, isForSubscribers, onClose }: StepProps) {
  const { t } = useLingui()
  const { id, state, created, updated, undone, hasProblemRows, canUndo, marketingConsent, tags } = contactImport
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
        {marketingConsent && (
          <Consented {...marketingConsent} isUndone={state === 'undone'} isForSubscribers={isForSubscribers} />
        )}
        <Group>
          {forCampaign && (
            <BackToCampaign id={forCampaign.id} tag={state === 'undone' ? undefined : tags[0]} variant="filled" />
          )}
          {isForSubscribers && (
            <Button
              renderRoot={(props) => <Link {...props} to="/marketing/subscribers" search={{ source: 'import' }} />}
            >
              <Trans>Go to subscribers</Trans>
            </Button>
          )}
          <Button variant={forCampaign || isForSubscribers ? 'default' : 'filled'} component={Link} to="/contacts">
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

type Consent = NonNullable<ContactImport['marketingConsent']>

interface ConsentedProps extends Consent {
  isUndone: boolean
  isForSubscribers: boolean
}

/** The result for the marketing consent stated for the import. */
function Consented({ recorded, optedOut, isUndone, isForSubscribers }: ConsentedProps) {
  if (isUndone)
    return (
      <Text>
        <Trans>The agreement to marketing texts recorded by this import no longer counts.</Trans>
      </Text>
    )
  return (
    <Text>
      {isForSubscribers ? (
        <Plural value={recorded} _0="No one was subscribed." one="# person subscribed." other="# people subscribed." />
      ) : (
        <Plural
          value={recorded}
          one="Agreement to marketing texts recorded for # contact."
          other="Agreement to marketing texts recorded for # contacts."
        />
      )}{' '}
      {optedOut > 0 && (
        <Plural
          value={optedOut}
          one="# contact opted out before, and stays opted out."
          other="# contacts opted out before, and stay opted out."
        />
      )}
    </Text>
  )
}
