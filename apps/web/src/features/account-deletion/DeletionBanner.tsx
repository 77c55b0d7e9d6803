import { isAccountHolder } from '@frontdesk/contract/rules'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../lib/session/use-me.ts'
import { fullDate } from '../../lib/time.ts'
import { Banner } from '../../ui/layout/Banner.tsx'
import { deletionQuery } from './queries.ts'

/** Announces to the whole team that the account will be deleted; the account holder can cancel. */
export function DeletionBanner() {
  const me = useMe()
  const deletion = useQuery(deletionQuery).data
  if (!deletion) return null
  const day = fullDate(deletion.deleteAfter)
  return (
    <Banner kind="warning">
      <span>
        <Trans>
          {deletion.requestedByName} asked to delete this account. Everything in it will be deleted on {day}.
        </Trans>
      </span>
      {isAccountHolder(me) && (
        <Link to="/settings/delete-account">
          <Trans>Cancel deletion</Trans>
        </Link>
      )}
    </Banner>
  )
}
