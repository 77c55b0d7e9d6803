import type { PaymentConfigs } from '@frontdesk/contract/api'
import { PICTURE_MAX_BYTES } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, Input } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentConfigsQuery } from '../../entities/payment-configs/queries.ts'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'

const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The logo on documents. It is uploaded and saved at once. */
export function Logo({ stored }: { stored: PaymentConfigs }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const { queryKey } = paymentConfigsQuery
  const saving = useMutation({
    mutationFn: async (file: File | null) => {
      const logoURL = file && (await api.paymentConfigs.uploadLogo({ file })).data.logoURL
      const { version } = cache.getQueryData(queryKey) ?? stored
      return (await api.paymentConfigs.save({ logoURL, version })).data
    },
    onSuccess: (data) => cache.setQueryData(queryKey, data),
    onError: () => cache.invalidateQueries({ queryKey }),
  })
  const choose = (file: File | null) => {
    if (!file) return
    setIsTooLarge(file.size > PICTURE_MAX_BYTES)
    if (file.size <= PICTURE_MAX_BYTES) saving.mutate(file)
  }
  return (
    <Input.Wrapper
      my="sm"
      label={t`Logo`}
      labelElement="div"
      description={t`Shown on payment pages and printed on documents. JPEG, PNG, WebP, AVIF, or GIF, up to 10 MB.`}
      error={isTooLarge && t`This picture is too large. The limit is 10 MB.`}
    >
      <ErrorText error={saving.error} mt={6} />
      <Group gap="xs" mt={6}>
        <FileButton accept={KINDS} onChange={choose}>
          {(props) => (
            <Button variant="default" leftSection={<IconPhoto size={16} />} loading={saving.isPending} {...props}>
              {stored.logoURL === null ? <Trans>Add a logo</Trans> : <Trans>Choose another logo</Trans>}
            </Button>
          )}
        </FileButton>
        {stored.logoURL !== null && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTrash size={16} />}
            disabled={saving.isPending}
            onClick={() => saving.mutate(null)}
          >
            <Trans>Remove logo</Trans>
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
