import { createFileRoute } from '@tanstack/react-router'
import { templatesQuery } from '../../../entities/template/queries.ts'
import { TemplatesScreen } from '../../../features/templates/TemplatesScreen.tsx'

export const Route = createFileRoute('/_app/settings/templates')({
  loader: ({ context }) => void context.cache.prefetchQuery(templatesQuery),
  component: TemplatesScreen,
})
