export { findPromoBanner } from './queries.ts'
export { noticeRoutes } from './routes.ts'
