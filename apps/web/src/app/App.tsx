import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Toasts } from '../ui/toast/Toasts.tsx'
import type { AppRouter } from './router.tsx'
import { useSessionKeeper } from './session/use-session-keeper.ts'
import { cssVariables, theme } from './style/theme.ts'

export function App({ cache, router }: { cache: QueryClient; router: AppRouter }) {
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
