import { PICTURE_MAX_BYTES } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group, Input } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import classes from './Services.module.css'

interface Props {
  value: string | null
  error: string | undefined
  onChange: (pictureURL: string | null) => void
}

const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The picture of a service. It is uploaded at once, and shown to others once the service is saved. */
export function PictureField({ value, error, onChange }: Props) {
  const { t } = useLingui()
  const [isTooLarge, setIsTooLarge] = useState(false)
  const uploading = useMutation({
    mutationFn: async (file: File) => onChange((await api.bookingServices.uploadPicture({ file })).data.pictureURL),
  })
  const choose = (file: File | null) => {
    if (!file) return
    setIsTooLarge(file.size > PICTURE_MAX_BYTES)
    if (file.size <= PICTURE_MAX_BYTES) uploading.mutate(file)
  }
  return (
    <Input.Wrapper
      label={t`Picture`}
      labelElement="div"
      description={t`Shown with the service on the booking page, in 16:9.`}
      error={isTooLarge ? t`This picture is too large. The limit is 10 MB.` : error}
    >
      {value !== null && <img className={classes.picture} src={value} alt="" />}
      <ErrorText error={uploading.error} mt={6} />
      <Group gap="xs" mt={6}>
        <FileButton accept={KINDS} onChange={choose}>
          {(props) => (
            <Button variant="default" leftSection={<IconPhoto size={16} />} loading={uploading.isPending} {...props}>
              {value === null ? <Trans>Add a picture</Trans> : <Trans>Choose another picture</Trans>}
            </Button>
          )}
        </FileButton>
        {value !== null && (
          <Button variant="subtle" color="gray" leftSection={<IconTrash size={16} />} onClick={() => onChange(null)}>
            <Trans>Remove picture</Trans>
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
