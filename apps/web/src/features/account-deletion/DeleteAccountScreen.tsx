import { DELETION_GRACE_DAYS, isAccountHolder } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { fullDate } from '../../lib/time.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { AccountExportSection } from './AccountExportSection.tsx'
import { DeleteAccountModal } from './DeleteAccountModal.tsx'
import { deletionQuery } from './queries.ts'

export function DeleteAccountScreen() {
  const { t } = useLingui()
  const me = useMe()
  if (!isAccountHolder(me)) {
    return (
      <main>
        <EmptyState
          isScreen
          icon={<IconLock size={28} stroke={1.5} />}
          title={t`Only the account holder can delete the account`}
          text={t`The account holder is the person who opened the account. Ask them if you want it deleted.`}
        />
      </main>
    )
  }
  return (
    <PageLayout title={t`Delete account`} text={t`Permanently delete everything your business has in Frontdesk.`}>
      <PageSection
        title={t`Export your data first`}
        text={t`Contacts, messages, settings, and files in one ZIP file. We prepare it in the background.`}
      >
        <AccountExportSection />
      </PageSection>
      <PageSection title={t`Delete the account`}>
        <Deletion />
      </PageSection>
    </PageLayout>
  )
}

function Deletion() {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const deletion = useQuery(deletionQuery)
  const cancel = useMutation({
    mutationFn: () => api.accountDeletion.cancel({}),
    onSuccess: () => cache.setQueryData(deletionQuery.queryKey, null),
  })
  return (
    <QueryState query={deletion} rows={1}>
      {(data) => {
        if (data) {
          const day = fullDate(data.deleteAfter)
          return (
            <>
              <ErrorText error={cancel.error} mb="sm" />
              <Text size="sm" mb="sm">
                <Trans>
                  Your account will be deleted on {day}. Until then it keeps working, and you can cancel the deletion.
                </Trans>
              </Text>
              <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
                <Trans>Cancel deletion</Trans>
              </Button>
            </>
          )
        }
        return (
          <>
            <Text size="sm" mb="sm">
              <Trans>
                Your account keeps working for {DELETION_GRACE_DAYS} days, and you can cancel the deletion during that
                time. Then your conversations, contacts, files, settings, and team are permanently deleted, and your
                numbers are released. No one can restore them.
              </Trans>
            </Text>
            <Button color="red" variant="light" onClick={() => setIsAsking(true)}>
              <Trans>Delete account…</Trans>
            </Button>
            {isAsking && <DeleteAccountModal title={t`Delete the account?`} onClose={() => setIsAsking(false)} />}
          </>
        )
      }}
    </QueryState>
  )
}
