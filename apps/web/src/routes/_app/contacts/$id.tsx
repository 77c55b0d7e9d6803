import { createFileRoute } from '@tanstack/react-router'
import { contactById } from '../../../entities/contact/queries.ts'

/** Loads the contact; the layout route renders it beside the list, or instead of it. */
export const Route = createFileRoute('/_app/contacts/$id')({
  loader: ({ context: { cache }, params: { id } }) => void cache.prefetchQuery(contactById(id)),
})
