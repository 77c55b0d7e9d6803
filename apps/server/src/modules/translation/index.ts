export type { TranslationDeps } from './deps.ts'
export { translationRoutes } from './routes.ts'
export { translateInboundJob, translationSubscription } from './translate-inbound.job.ts'
export { type Translator, TranslatorError } from './translator.ts'
