import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { noShowsOf } from './queries.ts'

/** How often a contact did not come or cancelled late in the last year; nothing if never. Only the team sees it. */
export function NoShowNote({ contactID }: { contactID: string }) {
  const { data } = useQuery(noShowsOf(contactID))
  if (!data || data.noShows + data.lateCancels === 0) return null
  const missed = data.noShows > 0 && plural(data.noShows, { one: '# no-show', other: '# no-shows' })
  const cancelled =
    data.lateCancels > 0 && plural(data.lateCancels, { one: '# late cancellation', other: '# late cancellations' })
  const counts = [missed, cancelled].filter(Boolean).join(', ')
  return (
    <Text size="sm" c="var(--fd-warning)">
      <Trans>{counts} in the last year</Trans>
    </Text>
  )
}
