export type { ShortLinkDeps } from './deps.ts'
export { mountShortLinks, shortLinkRoutes } from './routes.ts'
