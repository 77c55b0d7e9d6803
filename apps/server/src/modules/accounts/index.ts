export { type AttemptLimits, type AttemptRules, ATTEMPT_RULES, createAttemptLimits } from './limits.ts'
export { registerTenant } from './register-tenant.ts'
export { accountRoutes, FILES_COOKIE } from './routes.ts'
export { createSessions, type Sessions } from './sessions.ts'
