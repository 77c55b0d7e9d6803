import type { CalendarFeed } from '@frontdesk/contract/api'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconCopy, IconRss } from '@tabler/icons-react'
import rowClasses from '../../ui/list/Rows.module.css'
import { showToast } from '../../ui/toast/toasts.ts'
import classes from './Calendars.module.css'
import type { useFeedActions } from './use-calendar-actions.ts'

/** Secret addresses from which calendar apps read these bookings. */
export function Feeds({
  feeds,
  actions: { addingFeed, revokeFeed },
}: {
  feeds: readonly CalendarFeed[]
  actions: ReturnType<typeof useFeedActions>
}) {
  const { t } = useLingui()
  const copy = async (url: string) => {
    await navigator.clipboard.writeText(url)
    showToast({ id: 'copied', kind: 'news', title: t`Copied`, text: '' })
  }
  return (
    <>
      {feeds.length > 0 && (
        <ul className={rowClasses.list} style={{ marginTop: 12 }}>
          {feeds.map(({ id, url }) => (
            <li key={id} className={classes.item}>
              <span className={classes.url}>{url}</span>
              <span className={classes.choices}>
                <Button size="xs" variant="default" leftSection={<IconCopy size={14} />} onClick={() => void copy(url)}>
                  <Trans>Copy address</Trans>
                </Button>
                <Button size="xs" variant="default" onClick={() => revokeFeed(id)}>
                  <Trans>Revoke</Trans>
                </Button>
              </span>
              <p className={classes.soft}>
                <Trans>Add it to a calendar app to see bookings there. Anyone who has it can read them.</Trans>
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRss size={15} />}
          loading={addingFeed.isPending}
          onClick={() => addingFeed.mutate()}
        >
          <Trans>Get a calendar address for these bookings</Trans>
        </Button>
      </div>
    </>
  )
}
