export { findRunOf } from './find-run.ts'
