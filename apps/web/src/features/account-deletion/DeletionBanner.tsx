import { isAccountHolder } from '@frontdesk/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMe } from '../../lib/session/use-me.ts'
import { Banner } from '../../ui/Banner.tsx'
import { deletionQuery } from './queries.ts'

/** Everybody in the business learns that it is about to go, and who can keep it. */
export function DeletionBanner() {
  const { i18n } = useLingui()
  const me = useMe()
  const deletion = useQuery(deletionQuery).data
  if (!deletion) return null
  const day = i18n.date(deletion.deleteAfter, { dateStyle: 'long' })
  return (
    <Banner kind="warning">
      <span>
        <Trans>
          {deletion.requestedByName} asked to delete this account. Everything in it is deleted on {day}.
        </Trans>
      </span>
      {isAccountHolder(me) && (
        <Link to="/settings/delete-account">
          <Trans>Take it back</Trans>
        </Link>
      )}
    </Banner>
  )
}
