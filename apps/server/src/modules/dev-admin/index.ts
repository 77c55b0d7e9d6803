export type { Demo } from './demo.ts'
