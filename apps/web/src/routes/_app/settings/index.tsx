import { createFileRoute, redirect } from '@tanstack/react-router'
import { settingsPagesFor } from '../../../app/settings/settings-pages.ts'
import { toViewer } from '../../../lib/session/session.ts'

/** On a phone the list of all pages; elsewhere the list is beside every page, so the first page opens. */
export const Route = createFileRoute('/_app/settings/')({
  beforeLoad: ({ context }) => {
    if (matchMedia('(max-width: 767px)').matches || !context.session.current) return
    const [first] = settingsPagesFor(toViewer(context.session.current))
    if (first) throw redirect({ to: first.to, replace: true })
  },
  component: () => null,
})
