import type { AccountExport } from '@frontdesk/contract/api'
import { DELETION_GRACE_DAYS, isAccountHolder } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Loader, Text } from '@mantine/core'
import { IconDownload, IconLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useMe } from '../../lib/session/use-me.ts'
import { clock, fullDate } from '../../lib/time.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { PageLayout, PageSection } from '../../ui/layout/PageLayout.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { DeleteAccountModal } from './DeleteAccountModal.tsx'
import { deletionQuery, exportQuery } from './queries.ts'

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
        <Export />
      </PageSection>
      <PageSection title={t`Delete the account`}>
        <Deletion />
      </PageSection>
    </PageLayout>
  )
}

function Export() {
  const cache = useQueryClient()
  const dataExport = useQuery(exportQuery)
  const start = useMutation({
    mutationFn: () => api.accountDeletion.startExport({}),
    onSuccess: (answer) => cache.setQueryData(exportQuery.queryKey, answer.data.export),
  })
  return (
    <QueryState query={dataExport} rows={1}>
      {(data) => {
        const isQueued = data?.state === 'queued'
        return (
          <>
            <ErrorText error={start.error} mb="sm" />
            <Group gap="sm">
              <Button variant="default" loading={start.isPending} disabled={isQueued} onClick={() => start.mutate()}>
                {data?.state === 'ready' ? <Trans>Export again</Trans> : <Trans>Export</Trans>}
              </Button>
              <div role="status">{data && <ExportState made={data} />}</div>
            </Group>
          </>
        )
      }}
    </QueryState>
  )
}

function ExportState({ made: { state, byteSize, finishedAt, url } }: { made: AccountExport }) {
  const { i18n } = useLingui()
  if (state === 'queued') {
    return (
      <Group gap={8}>
        <Loader size={14} />
        <Text size="sm">
          <Trans>Preparing your export. You can leave this page.</Trans>
        </Text>
      </Group>
    )
  }
  if (state === 'failed' || !url) {
    return (
      <Text size="sm" c="var(--fd-danger)">
        <Trans>The last export failed. Export again.</Trans>
      </Text>
    )
  }
  const size = i18n.number((byteSize ?? 0) / 1_000_000, { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const when = finishedAt ? `${fullDate(finishedAt)}, ${clock(finishedAt)}` : ''
  return (
    <Anchor href={url} download size="sm">
      <IconDownload size={14} style={{ verticalAlign: -2 }} />{' '}
      <Trans>
        Download the export from {when} ({size} MB)
      </Trans>
    </Anchor>
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
