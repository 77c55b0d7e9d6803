import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { createQueryClient } from '../lib/query-client.ts'
import { session } from '../lib/session/session.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { createAppRouter } from './router.tsx'
import { cssVariables, theme } from './theme.ts'
import { useSessionKeeper } from './use-session-keeper.ts'

export function App() {
  const [cache] = useState(createQueryClient)
  const [router] = useState(() => createAppRouter({ cache, session }))
  useSessionKeeper(router, cache)

  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={cache}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  )
}
