import { createFileRoute } from '@tanstack/react-router'
import { labelsQuery } from '../../../entities/label/queries.ts'
import { LabelsScreen } from '../../../features/labels/LabelsScreen.tsx'

export const Route = createFileRoute('/_app/settings/labels')({
  loader: ({ context }) => void context.cache.prefetchQuery(labelsQuery),
  component: LabelsScreen,
})
