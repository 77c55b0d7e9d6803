import type { ContactImport } from '@frontdesk/contract/api'
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PageLayout } from '../../ui/layout/PageLayout.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { BackToCampaign } from './BackToCampaign.tsx'
import { ColumnsStep } from './ColumnsStep.tsx'
import { PastImports } from './PastImports.tsx'
import { PreviewStep } from './PreviewStep.tsx'
import { importQuery, refetchImports, storeImport } from './queries.ts'
import { ResultStep } from './ResultStep.tsx'
import { RunningStep } from './RunningStep.tsx'
import type { ForCampaign, StepProps } from './step-props.ts'
import { UploadStep } from './UploadStep.tsx'

interface Props {
  /** The import that is open; none while a file is chosen. */
  id: string | undefined
  forCampaign?: ForCampaign | undefined
  isForSubscribers?: boolean
  onOpen: (id: string | undefined) => void
}

/** Imports contacts from a file: upload, columns, dry run, import, result. */
export function ImportScreen({ id, forCampaign, isForSubscribers = false, onOpen }: Props) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const onUploaded = (contactImport: ContactImport) => {
    storeImport(cache, contactImport)
    refetchImports(cache)
    onOpen(contactImport.id)
  }
  return (
    <PageLayout
      title={isForSubscribers ? t`Import subscribers` : t`Import contacts`}
      text={introduction(forCampaign, isForSubscribers)}
    >
      {id === undefined ? (
        <>
          <UploadStep onUploaded={onUploaded} />
          {forCampaign ? <BackToCampaign id={forCampaign.id} /> : <PastImports onOpen={onOpen} />}
        </>
      ) : (
        <OpenImport
          key={id}
          id={id}
          forCampaign={forCampaign}
          isForSubscribers={isForSubscribers}
          onClose={() => onOpen(undefined)}
        />
      )}
    </PageLayout>
  )
}

function introduction(forCampaign: ForCampaign | undefined, isForSubscribers: boolean): string {
  if (forCampaign)
    return t`Upload the people this campaign is for. They’re added as contacts with a tag, and the campaign goes to everyone with it.`
  if (isForSubscribers)
    return t`Upload people who agreed to get marketing texts from you. In the last step you state how they agreed, which is kept as evidence.`
  return t`Add contacts from a CSV or vCard file, or update those you have. You see what will change before anything is saved.`
}

type OpenProps = Omit<StepProps, 'contactImport'> & { id: string }

function OpenImport({ id, ...props }: OpenProps) {
  const query = useQuery(importQuery(id))
  return (
    <QueryState query={query} rows={4}>
      {(contactImport) => <Step contactImport={contactImport} {...props} />}
    </QueryState>
  )
}

function Step(props: StepProps) {
  const { state } = props.contactImport
  if (state === 'checking' || state === 'importing' || state === 'undoing') return <RunningStep {...props} />
  if (state === 'ready') return <PreviewStep {...props} />
  if (state === 'done' || state === 'stopped' || state === 'undone') return <ResultStep {...props} />
  return <ColumnsStep {...props} />
}
