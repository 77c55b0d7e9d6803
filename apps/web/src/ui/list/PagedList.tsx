import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { InfiniteData } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useErrorText } from '../form/use-error-text.ts'
import { QueryState } from '../state/QueryState.tsx'
import classes from './PagedList.module.css'

interface MoreQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}

interface Props<Page, Item> {
  query: MoreQuery & { data: InfiniteData<Page> | undefined; refetch: () => unknown }
  items: (page: Page) => readonly Item[]
  itemKey: (item: Item) => string
  /** Renders the item's `li`. */
  row: (item: Item) => ReactNode
  empty: ReactNode
  /** Placeholder rows while the first page loads. */
  rows?: number
  className?: string
  label?: string
  /** Shown below the last item once there are no more pages. */
  end?: ReactNode
}

/** A list that loads page by page. */
export function PagedList<Page, Item>(props: Props<Page, Item>) {
  const { query, items, itemKey, row, empty, rows, className, label, end } = props
  // A page before the last one may be empty.
  const isEmpty = ({ pages }: InfiniteData<Page>) =>
    !query.hasNextPage && pages.every((page) => items(page).length === 0)
  return (
    <QueryState query={query} rows={rows} empty={empty} isEmpty={isEmpty}>
      {({ pages }) => (
        <>
          <ul className={className} aria-label={label}>
            {pages.flatMap(items).map((item) => (
              <Fragment key={itemKey(item)}>{row(item)}</Fragment>
            ))}
          </ul>
          {!query.hasNextPage && end}
          <ShowMore query={query} />
        </>
      )}
    </QueryState>
  )
}

/** The button below a list with more pages, with the error of a page that failed to load. */
export function ShowMore({ query }: { query: MoreQuery }) {
  const problem = useErrorText(query.isFetchNextPageError && query.error)
  if (!query.hasNextPage) return null
  return (
    <div className={classes.more}>
      <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
      {problem && <span role="alert">{problem}</span>}
    </div>
  )
}
