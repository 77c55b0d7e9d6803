import { can } from '@frontdesk/contract/rules'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { contactFieldsQuery } from '../../entities/contact-field/queries.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { ForbiddenScreen } from '../../entities/teammate/ForbiddenScreen.tsx'
import { ImportScreen } from '../../features/imports/ImportScreen.tsx'
import { importQuery, importsQuery } from '../../features/imports/queries.ts'
import { SCREEN_PERMISSIONS } from '../../lib/screen-permissions.ts'
import { useMe } from '../../lib/session/use-me.ts'

interface Search {
  /** The import that is open. */
  id?: string
  /** The campaign that the list is for, and the tag that it goes to. */
  campaign?: string
  tag?: string
  /** The file lists people who agreed to marketing texts. */
  subscribers?: 'yes'
}

export const Route = createFileRoute('/_app/contacts_/import')({
  validateSearch: ({ id, campaign, tag, subscribers }: Record<string, unknown>): Search => ({
    ...(typeof id === 'string' && { id }),
    ...(typeof campaign === 'string' && typeof tag === 'string' && { campaign, tag }),
    ...(subscribers === 'yes' && { subscribers }),
  }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { cache }, deps: { id } }) => {
    void cache.prefetchQuery(locationsQuery)
    void cache.prefetchQuery(contactFieldsQuery)
    void (id === undefined ? cache.prefetchQuery(importsQuery) : cache.prefetchQuery(importQuery(id)))
  },
  component: Import,
})

const PERMISSION = SCREEN_PERMISSIONS['/contacts/import']

function Import() {
  const { id, campaign, tag, subscribers } = Route.useSearch()
  const navigate = useNavigate()
  if (!can(useMe(), PERMISSION)) return <ForbiddenScreen permission={PERMISSION} />
  return (
    <ImportScreen
      id={id}
      forCampaign={campaign !== undefined && tag !== undefined ? { id: campaign, tag } : undefined}
      isForSubscribers={subscribers === 'yes'}
      onOpen={(next) => void navigate({ to: '/contacts/import', search: (search) => ({ ...search, id: next }) })}
    />
  )
}
