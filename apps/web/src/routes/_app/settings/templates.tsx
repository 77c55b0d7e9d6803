import { createFileRoute } from '@tanstack/react-router'
import { TemplatesScreen } from '../../../features/templates/TemplatesScreen.tsx'
import { templatesQuery } from '../../../lib/settings-queries.ts'

export const Route = createFileRoute('/_app/settings/templates')({
  loader: ({ context }) => void context.cache.prefetchQuery(templatesQuery),
  component: TemplatesScreen,
})
