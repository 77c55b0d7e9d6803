import type { ReactNode } from 'react'
import { FailedState } from './FailedState.tsx'
import { LoadingRows } from './LoadingRows.tsx'

interface Props<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** Placeholder rows while the first response is pending. */
  rows?: number
  /** Shown instead of rows. */
  pending?: ReactNode
  isScreen?: boolean
  /** Shown instead of an empty list, or of data for which `isEmpty` is true. */
  empty?: ReactNode
  isEmpty?: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** Renders a query's data; otherwise its failure with "Retry", or placeholder rows. */
export function QueryState<Data>({
  query,
  rows,
  pending,
  isScreen,
  empty,
  isEmpty = isEmptyList,
  children,
}: Props<Data>) {
  const { data, error, refetch } = query
  // Data stays on screen when a refetch fails.
  if (data !== undefined) return empty && isEmpty(data) ? empty : children(data)
  if (error) return <FailedState error={error} isScreen={isScreen} onRetry={() => void refetch()} />
  return pending ?? <LoadingRows count={rows} />
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0
