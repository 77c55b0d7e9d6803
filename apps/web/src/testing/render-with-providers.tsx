import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'

export const createTestQueryClient = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** The providers of the app, for `render` and `renderHook`. Dialogs open without transitions. */
export function createWrapper(client = createTestQueryClient()) {
  return ({ children }: { children: ReactNode }) => (
    <MantineProvider env="test" withGlobalClasses={false} withCssVariables={false}>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      </I18nProvider>
    </MantineProvider>
  )
}

/** Renders with the providers of the app. */
export const renderWithProviders = (ui: ReactNode, client?: QueryClient) =>
  render(ui, { wrapper: createWrapper(client) })
