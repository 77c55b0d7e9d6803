import type { ReactNode } from 'react'
import { FailedState } from './FailedState.tsx'
import { LoadingRows } from './LoadingRows.tsx'

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** Placeholder rows while the first answer is on its way. */
  rows?: number
  isScreen?: boolean
  /** In place of an empty list, or of data that `isEmpty` says is empty. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** A query's states in one order: its data, else its failure with "Retry", else placeholder rows. */
export function QueryState<Data>({ query, rows, isScreen, empty, isEmpty = isEmptyList, children }: Props<Data>) {
  const { data, error, refetch } = query
  // Data stays on screen when fetching it again fails.
  if (data !== undefined) return empty && isEmpty(data) ? empty : children(data)
  if (error) return <FailedState error={error} isScreen={isScreen} onRetry={() => void refetch()} />
  return <LoadingRows count={rows} />
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0
