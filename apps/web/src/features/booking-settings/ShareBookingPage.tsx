import type { BookingConfigs } from '@frontdesk/contract/api'
import { BOOKING_PAGE_PATH } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import classes from './BookingSettings.module.css'

/** The link of the booking page, to copy, to print as a code, or to embed in the sites that may. */
export function ShareBookingPage({ page: { slug, embeddingSites } }: { page: BookingConfigs['page'] }) {
  const { t } = useLingui()
  const url = location.origin + BOOKING_PAGE_PATH + slug
  const frame = `<iframe src="${url}" title="${t`Book a visit`}" style="width: 100%; height: 720px; border: 0"></iframe>`
  return (
    <>
      <Group align="center" gap="md">
        <div className={classes.qr}>
          <QrCode text={url} label={t`Code that leads to your booking page`} />
        </div>
        <div>
          <Anchor href={url} target="_blank" rel="noreferrer">
            {url}
          </Anchor>
          <Copy text={url}>
            <Trans>Copy the link</Trans>
          </Copy>
        </div>
      </Group>
      {embeddingSites.length > 0 && (
        <div>
          <Text size="sm" mb={4}>
            <Trans>To show the page on {embeddingSites.join(', ')}, paste this where it should appear:</Trans>
          </Text>
          <Code block className={classes.snippet}>
            {frame}
          </Code>
          <Copy text={frame}>
            <Trans>Copy the code</Trans>
          </Copy>
        </div>
      )}
    </>
  )
}

function Copy({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Group mt={8}>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            size="xs"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
          >
            {copied ? <Trans>Copied</Trans> : children}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
