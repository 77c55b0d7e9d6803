import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import classes from './AttachmentModals.module.css'
import type { SortedFiles } from './sort-files.ts'

interface Props {
  files: SortedFiles
  onAttach: (files: readonly File[]) => void
  onClose: () => void
}

/** Shown one after the other: unsupported files, files that are too large, and files to confirm. */
export function AttachmentModals({ files, onAttach, onClose }: Props) {
  const [isAcknowledged, setIsAcknowledged] = useState(false)
  const { notAllowed, tooLarge, fitting } = files
  const hasTrouble = notAllowed.length > 0 || tooLarge.length > 0
  const goOn = () => (fitting.length > 0 ? setIsAcknowledged(true) : onClose())
  if (hasTrouble && !isAcknowledged) {
    return notAllowed.length > 0 ? (
      <NotAllowed files={[...notAllowed, ...tooLarge]} onClose={goOn} />
    ) : (
      <TooLarge files={tooLarge} onClose={goOn} />
    )
  }
  return <Confirm files={fitting} onAttach={onAttach} onClose={onClose} />
}

function Confirm({
  files,
  onAttach,
  onClose,
}: {
  files: readonly File[]
  onAttach: Props['onAttach']
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <ModalFrame title={t`Attach to this message?`} onClose={onClose}>
      <Stack gap="sm">
        <FileList files={files} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onAttach(files)
              onClose()
            }}
          >
            <Plural value={files.length} one="Attach # file" other="Attach # files" />
          </Button>
        </Group>
      </Stack>
    </ModalFrame>
  )
}

function NotAllowed({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ModalFrame title={t`This can’t be sent by text`} onClose={onClose}>
      <Stack gap="sm">
        <FileList files={files} />
        <Text size="sm">
          <Trans>
            You can text pictures, videos, audio, PDFs, contact cards, and plain text. For anything else, share a link
            instead.
          </Trans>
        </Text>
        <Close onClose={onClose} />
      </Stack>
    </ModalFrame>
  )
}

function TooLarge({ files, onClose }: { files: readonly File[]; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <ModalFrame title={t`File too large`} onClose={onClose}>
      <Stack gap="sm">
        <FileList files={files} />
        <Text size="sm">
          <Trans>
            Pictures can be up to 20 MB; we resize them for texting. Other files can be up to 600 kB each, and a message
            up to 5 MB in total.
          </Trans>
        </Text>
        <Close onClose={onClose} />
      </Stack>
    </ModalFrame>
  )
}

const Close = ({ onClose }: { onClose: () => void }) => (
  <Group justify="flex-end">
    <Button data-autofocus onClick={onClose}>
      <Trans>OK</Trans>
    </Button>
  </Group>
)

function FileList({ files }: { files: readonly File[] }) {
  const { i18n } = useLingui()
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`} className={classes.file}>
          {file.type.startsWith('image/') ? <Picture file={file} /> : <IconFile size={18} aria-hidden="true" />}
          <span className={classes.name}>{file.name}</span>
          <span className={classes.size}>{sizeText(file.size, i18n.locale)}</span>
        </li>
      ))}
    </ul>
  )
}

function Picture({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return <img className={classes.picture} src={url} alt="" />
}

const sizeText = (bytes: number, locale: string) =>
  bytes < 1_000_000
    ? new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
        Math.max(1, bytes / 1000),
      )
    : new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
        bytes / 1_000_000,
      )
