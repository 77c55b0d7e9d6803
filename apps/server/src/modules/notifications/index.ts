export type { PushService } from './deps.ts'
