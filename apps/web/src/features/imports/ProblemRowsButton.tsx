import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'

/** Downloads the rows that are not imported as they are, with reasons. */
export function ProblemRowsButton({ id }: { id: string }) {
  const onError = useFailureToast()
  const download = useMutation({
    mutationFn: () => api.contactImports.getProblemRows({ id }),
    onSuccess: ({ url }) => location.assign(url),
    onError,
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      <Trans>Download rows with problems</Trans>
    </Button>
  )
}
