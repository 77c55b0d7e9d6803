import type { AccountExport } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Group, Loader, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { clock, fullDate } from '../../lib/time.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import { QueryState } from '../../ui/state/QueryState.tsx'
import { exportQuery } from './queries.ts'

/** Starts an export of everything, and offers the latest one. */
export function AccountExportSection() {
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
