export { findPromoBanner } from './queries.ts'
