import { createServer } from '../apps/server/src/app/create-server.ts'
import { readConfig, type StripeConfig } from '../apps/server/src/platform/config.ts'

// Runs the product in its own process with the database and the carrier account of the benchmark.

interface ServeOptions {
  databaseUrl: string
  dataDir: string
  accountSid: string
  authToken: string
  carrierUrl?: string
  /** Address of Stripe’s API, for benchmarks of payments. */
  stripe?: StripeConfig
  googleUrl?: string
}

const { databaseUrl, dataDir, accountSid, authToken, carrierUrl, stripe, googleUrl } = JSON.parse(
  process.argv[2] ?? '{}',
) as ServeOptions
const server = await createServer({
  config: readConfig({
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SECRET_KEY: 'benchmark benchmark benchmark benchmark',
    ...(googleUrl !== undefined && {
      GOOGLE_CLIENT_ID: 'benchmark',
      GOOGLE_CLIENT_SECRET: 'benchmark',
      GOOGLE_CALENDAR_BASE_URL: googleUrl,
      GOOGLE_ACCOUNTS_BASE_URL: googleUrl,
    }),
  }),
  databaseUrl,
  // All businesses of the benchmark sign up from one IP address.
  attemptRules: { signUpsPerAddress: 1000 },
  sharedAccount: () => ({ accountSid, authToken }),
  // A closed port, for benchmarks that send nothing to the carrier.
  carrierUrl: () => carrierUrl ?? 'http://127.0.0.1:9',
  ...(stripe && { stripe: () => stripe }),
})
await server.listen()
await server.startWork()
console.log(`ready ${server.publicUrl().replace('localhost', '127.0.0.1')}`)
process.on('SIGTERM', async () => {
  await server.close()
  process.exit(0)
})
