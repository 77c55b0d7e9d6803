import type { ShortLink } from '@frontdesk/contract/api'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { chosenLocation } from '../../entities/location/chosen-location.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { FIRST_CURSOR } from '../../lib/first-page.ts'
import { PageSection } from '../../ui/layout/PageLayout.tsx'
import { PagedList } from '../../ui/list/PagedList.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ShortTime } from '../../ui/text/ShortTime.tsx'
import { useFailureToast } from '../../ui/toast/use-failure-toast.ts'
import classes from './SendingScreen.module.css'

const KEY = ['short-links'] as const

/** The short links that were sent, with their clicks. */
export function ShortLinks() {
  const { t } = useLingui()
  const locationID = useStore(chosenLocation)
  const list = useInfiniteQuery({
    queryKey: [...KEY, locationID],
    queryFn: async ({ pageParam, signal }) =>
      (
        await api.shortLinks.getList(
          { beforeCode: pageParam, ...(locationID && { locationIDs: [locationID] }) },
          { signal },
        )
      ).data,
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: ({ hasNextPage, shortLinks }) => (hasNextPage ? shortLinks.at(-1)?.code : undefined),
  })

  return (
    <PageSection title={t`Sent links`} text={t`Clicks by people. Link previews and scanners aren’t counted.`}>
      <PagedList
        query={list}
        items={({ shortLinks }) => shortLinks}
        itemKey={({ code }) => code}
        row={(link) => <Row link={link} />}
        rows={2}
        className={classes.links}
        empty={
          <EmptyState
            title={t`No short links yet`}
            text={t`Write a text with a long link, then choose to shorten it.`}
          />
        }
      />
    </PageSection>
  )
}

function Row({ link }: { link: ShortLink }) {
  const { t } = useLingui()
  const cache = useQueryClient()
  const failed = useFailureToast()
  const removing = useMutation({
    mutationFn: () => api.shortLinks.remove({ linkCode: link.code }),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEY }),
    onError: failed,
  })
  return (
    <li className={classes.link}>
      <div className={classes.what}>
        <span className={classes.short}>{link.shortUrl}</span>
        <span className={classes.target} title={link.url}>
          {link.url}
        </span>
        <span className={classes.meta}>
          <Link to="/conversations/$sid" params={{ sid: link.conversationSid }}>
            {link.contactName}
          </Link>{' '}
          · {link.createdBy} · <ShortTime at={link.createdOnUtc} />
        </span>
      </div>
      <span className={classes.clicks}>
        <Plural value={link.clicks} one="# click" other="# clicks" />
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`Remove ${link.shortUrl}`}
        loading={removing.isPending}
        onClick={() => removing.mutate()}
      >
        <Trans>Remove</Trans>
      </Button>
    </li>
  )
}
