import { createRouter } from '@tanstack/react-router'
import type { RouterContext } from '../lib/router-context.ts'
import { routeTree } from '../routeTree.gen.ts'
import { ErrorScreen } from '../ui/state/ErrorScreen.tsx'
import { NotFoundScreen } from '../ui/state/NotFoundScreen.tsx'

export const createAppRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ErrorScreen,
    defaultPendingMs: 300,
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
