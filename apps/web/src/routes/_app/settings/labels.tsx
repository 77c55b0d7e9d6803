import { createFileRoute } from '@tanstack/react-router'
import { LabelsScreen } from '../../../features/labels/LabelsScreen.tsx'
import { labelsQuery } from '../../../lib/settings-queries.ts'

export const Route = createFileRoute('/_app/settings/labels')({
  loader: ({ context }) => void context.cache.prefetchQuery(labelsQuery),
  component: LabelsScreen,
})
