import type { ContactImport } from '@frontdesk/contract/api'
import { IMPORT_MAX_BYTES } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, FileButton, Progress, Text } from '@mantine/core'
import { IconAlertCircle, IconFileUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useTrialGate } from '../../entities/subscription/queries.ts'
import { ErrorText } from '../../ui/form/ErrorText.tsx'
import classes from './ImportScreen.module.css'
import { PROBLEMS } from './import-texts.ts'
import { problemOf } from './problem-of.ts'
import { uploadImport } from './upload-import.ts'

/** Takes a file, dropped or chosen, and uploads it. */
export function UploadStep({ onUploaded }: { onUploaded: (contactImport: ContactImport) => void }) {
  const { t, i18n } = useLingui()
  const gate = useTrialGate()
  const [share, setShare] = useState(0)
  const [isOver, setIsOver] = useState(false)
  const [refusal, setRefusal] = useState<'empty' | 'too-large'>()
  const upload = useMutation({ mutationFn: (file: File) => uploadImport(file, setShare), onSuccess: onUploaded })
  const send = (file: File | null | undefined) => {
    if (!file || upload.isPending) return
    setShare(0)
    const refused = file.size === 0 ? 'empty' : file.size > IMPORT_MAX_BYTES ? 'too-large' : undefined
    setRefusal(refused)
    if (!refused) gate('import', () => upload.mutate(file))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    send(event.dataTransfer.files[0])
  }
  const problem = refusal === 'empty' ? 'empty' : problemOf(upload.error)
  return (
    <section className={classes.step} aria-label={t`File`}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <IconFileUpload size={32} stroke={1.5} aria-hidden />
        {upload.isPending ? (
          <>
            <Text>
              <Trans>Uploading…</Trans>
            </Text>
            <Progress w="100%" maw={320} value={share * 100} aria-label={t`Uploading`} />
          </>
        ) : (
          <>
            <Text>
              <Trans>Drop a CSV or vCard file here, or choose one.</Trans>
            </Text>
            <FileButton accept=".csv,.tsv,.txt,.vcf,.vcard,text/csv,text/vcard,text/plain" onChange={send}>
              {(props) => (
                // Before a file is chosen in vain.
                <Button onClick={() => gate('import', props.onClick)}>
                  <Trans>Choose file</Trans>
                </Button>
              )}
            </FileButton>
            <Text size="xs" className={classes.soft}>
              <Trans>
                Up to 1,000,000 rows and 200 MB. In Excel or Google Sheets, save or download the sheet as CSV.
              </Trans>
            </Text>
          </>
        )}
      </div>
      {(problem || refusal) && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={16} />} role="alert">
          {refusal === 'too-large'
            ? t`This file is larger than 200 MB. Split it into several files.`
            : problem && i18n._(PROBLEMS[problem])}
        </Alert>
      )}
      {!problem && !refusal && <ErrorText error={upload.error} />}
    </section>
  )
}
