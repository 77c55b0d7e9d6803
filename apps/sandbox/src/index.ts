export { createSandbox, type Sandbox, type SandboxOptions, type StripeCredentials } from './create-sandbox.ts'
