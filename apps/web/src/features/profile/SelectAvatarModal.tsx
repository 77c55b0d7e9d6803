import type { Profile } from '@frontdesk/contract/api'
import { PICTURE_MAX_BYTES } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, FileButton, Text } from '@mantine/core'
import { IconAlertCircle, IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useApiForm } from '../../ui/form/use-api-form.ts'
import { type Crop, CropStage, cutOut } from './CropStage.tsx'

interface Props {
  onSaved: (answer: { data: Profile }) => void
  onClose: () => void
}

const KINDS = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

export function SelectAvatarModal({ onSaved, onClose }: Props) {
  const { t } = useLingui()
  const [picture, setPicture] = useState<ImageBitmap>()
  const [problem, setProblem] = useState<string>()
  const crop = useRef<Crop>({ x: 0.5, y: 0.5, zoom: 1 })

  const choose = async (file: File | null) => {
    if (!file) return
    setProblem(undefined)
    if (file.size > PICTURE_MAX_BYTES) return setProblem(t`This picture is too large. The limit is 10 MB.`)
    try {
      if (!KINDS.includes(file.type)) throw new Error('not a picture we take')
      setPicture(await createImageBitmap(file))
    } catch {
      setProblem(t`We can’t read this image. Choose a JPEG, PNG, WebP, AVIF, or GIF file.`)
    }
  }
  const form = useApiForm({
    initial: {},
    save: async () => {
      if (!picture) return
      const file = await cutOut(picture, crop.current)
      const { data } = await api.profile.uploadPicture({ file })
      onSaved(await api.profile.updatePicture({ profilePictureUrl: data.profilePictureUrl }))
    },
  })
  return (
    <FormModal
      title={t`Choose a picture`}
      submitLabel={t`Use picture`}
      form={form}
      onClose={onClose}
      isDisabled={!picture}
    >
      {problem && (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle size={16} />}>
          {problem}
        </Alert>
      )}
      {!picture && (
        <Text size="sm">
          <Trans>Choose a JPEG, PNG, WebP, AVIF, or GIF file up to 10 MB. You can crop it next.</Trans>
        </Text>
      )}
      {picture && <CropStage picture={picture} crop={crop} />}
      <FileButton accept={KINDS} onChange={(file) => void choose(file)}>
        {(props) => (
          <Button variant="default" leftSection={<IconPhoto size={16} />} data-autofocus {...props}>
            {picture ? <Trans>Choose another picture</Trans> : <Trans>Choose a picture</Trans>}
          </Button>
        )}
      </FileButton>
    </FormModal>
  )
}
