import { createFileRoute } from '@tanstack/react-router'
import { AppFrame } from '../app/frame/AppFrame.tsx'
import { requireSession } from '../app/session/require-session.ts'

export const Route = createFileRoute('/_app')({
  beforeLoad: requireSession,
  component: AppFrame,
})
