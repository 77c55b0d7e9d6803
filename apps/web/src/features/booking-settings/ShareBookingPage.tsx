import { BOOKING_PAGE_PATH } from '@frontdesk/contract/rules'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { QrCode } from '../../ui/qr/QrCode.tsx'
import classes from './BookingSettings.module.css'

/** The link of the booking page, to copy or to print as a code. */
export function ShareBookingPage({ slug }: { slug: string }) {
  const { t } = useLingui()
  const url = location.origin + BOOKING_PAGE_PATH + slug
  return (
    <Group align="center" gap="md">
      <div className={classes.qr}>
        <QrCode text={url} label={t`Code that leads to your booking page`} />
      </div>
      <div>
        <Anchor href={url} target="_blank" rel="noreferrer">
          {url}
        </Anchor>
        <Group mt={8}>
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                size="xs"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? <Trans>Copied</Trans> : <Trans>Copy the link</Trans>}
              </Button>
            )}
          </CopyButton>
        </Group>
      </div>
    </Group>
  )
}
