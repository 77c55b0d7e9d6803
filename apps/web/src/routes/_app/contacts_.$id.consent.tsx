import { createFileRoute } from '@tanstack/react-router'
import { contactById, contactEvidence } from '../../entities/contact/queries.ts'
import { locationsQuery } from '../../entities/location/queries.ts'
import { EvidenceScreen } from '../../features/consent/EvidenceScreen.tsx'

export const Route = createFileRoute('/_app/contacts_/$id/consent')({
  loader: ({ context: { cache }, params: { id } }) => {
    void cache.prefetchQuery(contactById(id))
    void cache.prefetchQuery(contactEvidence(id))
    void cache.prefetchQuery(locationsQuery)
  },
  component: Evidence,
})

function Evidence() {
  const { id } = Route.useParams()
  return <EvidenceScreen key={id} id={id} />
}
