export type { ProfileDeps } from './change-profile.ts'
export { mountPictures, profileRoutes } from './routes.ts'
