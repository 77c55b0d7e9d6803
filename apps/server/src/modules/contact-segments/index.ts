export { findSegment } from './segments.ts'
