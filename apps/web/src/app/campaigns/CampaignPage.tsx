import { can, toContactCriteria } from '@frontdesk/contract/rules'
import { useNavigate } from '@tanstack/react-router'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { type CampaignDialog, CampaignScreen } from '../../features/campaigns/CampaignScreen.tsx'
import { ContactFilters } from '../../features/contacts/ContactFilters.tsx'
import { useContactListContext } from '../../features/contacts/list-context.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'

const PERMISSION = SCREEN_PERMISSIONS['/marketing/create-campaign']

interface Props {
  /** null for a new one. */
  id: string | null
  dialog: CampaignDialog | null
  /** A tag to add to those it goes to. */
  addedTag?: string | undefined
}

/** The editor of a campaign with the filters of contacts, for a new campaign and for an existing one. */
export function CampaignPage({ id, dialog, addedTag }: Props) {
  const navigate = useNavigate()
  const { zone } = useContactListContext()
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  const openSaved = (campaignID: string, opened: CampaignDialog | null) =>
    navigate({
      to: '/marketing/create-campaign/$campaignID',
      params: { campaignID },
      search: opened === null ? {} : { [opened]: true },
      replace: true,
      // It was just saved.
      ignoreBlocker: true,
    })
  const upload = async (campaignID: string, tag: string) => {
    // “Back” in the browser leads to the saved campaign.
    if (id === null) await openSaved(campaignID, null)
    await navigate({ to: '/contacts/import', search: { campaign: campaignID, tag }, ignoreBlocker: true })
  }
  return (
    <CampaignScreen
      id={id}
      zone={zone}
      filters={({ search }, onFilter) => (
        <ContactFilters
          search={search}
          onSearch={(next) => onFilter({ search: next, criteria: toContactCriteria(next, { locationId: null, zone }) })}
        />
      )}
      dialog={dialog}
      addedTag={addedTag}
      onUpload={(campaignID, tag) => void upload(campaignID, tag)}
      onSaved={(campaignID) => id === null && void openSaved(campaignID, null)}
      onDialog={(campaignID, opened) => void openSaved(campaignID, opened)}
      onStarted={(campaignID) =>
        void navigate({ to: '/marketing/campaign-metrics/$campaignID', params: { campaignID } })
      }
    />
  )
}
