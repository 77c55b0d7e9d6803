import path from 'node:path'
import { z } from 'zod'

const onOff = z.enum(['on', 'off']).transform((value) => value === 'on')

/** All environment variables, which are read only here; `.env.example` documents them. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: onOff.default(false),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url().optional(),
  REDIS_URL: z.url().optional(),
  SECRET_KEY: z.string().min(32).optional(),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_FORCE_PATH_STYLE: onOff.optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  SANDBOX: onOff.optional(),
  TWILIO_BASE_URL: z.url().optional(),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default('Frontdesk <frontdesk@localhost>'),
  GOOGLE_PLACES_BASE_URL: z.url().optional(),
  GOOGLE_MAPS_API_KEY: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CALENDAR_BASE_URL: z.url().optional(),
  GOOGLE_ACCOUNTS_BASE_URL: z.url().optional(),
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_PLATFORM_WEBHOOK_SECRETS: z.string().optional(),
  STRIPE_CONNECT_WEBHOOK_SECRETS: z.string().optional(),
  AI_BASE_URL: z.url().optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().optional(),
  PUSH_SERVICE_URL: z.url().optional(),
  SUPPORT_EMAIL: z.email().optional(),
  DEV_ADMIN_EMAILS: z.string().optional(),
  CONTACT_EMAIL: z.email().optional(),
  SIGN_UP_CODES: z.string().optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
})

export interface S3Config {
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** A store other than AWS. */
  endpoint: string | null
  /** Puts the bucket into the path of URLs instead of the host name. */
  forcePathStyle: boolean
}

export interface StripeConfig {
  /** Address of the API; null: Stripe’s. */
  apiUrl: string | null
  secretKey: string
  /** Of the endpoint for events of the platform’s own account; several while they are rotated. */
  platformWebhookSecrets: string[]
  /** Of the endpoint for events of connected accounts. */
  connectWebhookSecrets: string[]
}

export interface Config {
  isProduction: boolean
  host: string
  port: number
  /**
   * URL at which browsers and carriers reach the server, without a trailing slash; with PORT=0 known once listening.
   */
  publicUrl: string | null
  trustProxy: boolean
  dataDir: string
  databaseUrl: string | null
  redisUrl: string | null
  secretKey: string | null
  /** Object storage for files; null: stored under `dataDir`. */
  s3: S3Config | null
  role: 'all' | 'api' | 'worker'
  hasSandbox: boolean
  twilio: { baseUrl: string | null; accountSid: string | null; authToken: string | null }
  mail: { smtpUrl: string | null; from: string }
  google: {
    placesBaseUrl: string
    mapsApiKey: string | null
    clientId: string | null
    clientSecret: string | null
    calendarBaseUrl: string | null
    accountsBaseUrl: string | null
  }
  /** Payments online; null: not available. */
  stripe: StripeConfig | null
  /** Language model with an OpenAI-compatible API; a self-hosted one may need no key. */
  ai: { baseUrl: string; apiKey: string | null; model: string } | null
  /** Origin of a self-hosted push service, which may have a private address. */
  pushServiceUrl: string | null
  /** Contact address of the operators; default: the sender of emails. */
  supportEmail: string | null
  /** Logins of the dev admins. */
  devAdminEmails: string[]
  /** With codes, sign-up requires one of them. `contactEmail` receives demo requests. */
  signUp: { inviteCodes: string[] | null; contactEmail: string }
  /** Bearer token for /metrics; null: only requests from this machine are allowed. */
  metricsToken: string | null
  logLevel: string
}

/** Startup error with a message for the operator; the process exits with code 1. */
export class StartError extends Error {}

export function readConfig(env: Record<string, string | undefined>): Config {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(filled)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new StartError(`Invalid configuration:\n${problems.join('\n')}\nSee .env.example for every variable.`)
  }
  const values = parsed.data
  const isProduction = values.NODE_ENV === 'production'
  if (values.DATABASE_URL && !values.SECRET_KEY) {
    throw new StartError(
      'With DATABASE_URL, SECRET_KEY must be set too (32 characters or more): every process needs the same one.',
    )
  }
  if (values.ROLE !== 'all' && !values.REDIS_URL) {
    throw new StartError('ROLE=api and ROLE=worker need REDIS_URL, which carries live events between processes.')
  }
  return {
    isProduction,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL?.replace(/\/$/, '') ?? (values.PORT === 0 ? null : `http://localhost:${values.PORT}`),
    trustProxy: values.TRUST_PROXY,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    secretKey: values.SECRET_KEY ?? null,
    s3: readS3(values),
    role: values.ROLE,
    hasSandbox: values.SANDBOX ?? (!isProduction && !values.DATABASE_URL),
    twilio: {
      baseUrl: values.TWILIO_BASE_URL?.replace(/\/$/, '') ?? null,
      accountSid: values.TWILIO_ACCOUNT_SID ?? null,
      authToken: values.TWILIO_AUTH_TOKEN ?? null,
    },
    signUp: {
      inviteCodes: values.SIGN_UP_CODES?.split(',').map((code) => code.trim()) ?? null,
      contactEmail: values.CONTACT_EMAIL ?? /[^\s<]+@[^\s>]+/.exec(values.MAIL_FROM)?.[0] ?? values.MAIL_FROM,
    },
    mail: { smtpUrl: values.SMTP_URL ?? null, from: values.MAIL_FROM },
    google: {
      placesBaseUrl: values.GOOGLE_PLACES_BASE_URL?.replace(/\/$/, '') ?? 'https://places.googleapis.com',
      mapsApiKey: values.GOOGLE_MAPS_API_KEY ?? null,
      clientId: values.GOOGLE_CLIENT_ID ?? null,
      clientSecret: values.GOOGLE_CLIENT_SECRET ?? null,
      calendarBaseUrl: values.GOOGLE_CALENDAR_BASE_URL?.replace(/\/$/, '') ?? null,
      accountsBaseUrl: values.GOOGLE_ACCOUNTS_BASE_URL?.replace(/\/$/, '') ?? null,
    },
    stripe: values.STRIPE_SECRET_KEY
      ? {
          apiUrl: values.STRIPE_API_URL ?? null,
          secretKey: values.STRIPE_SECRET_KEY,
          platformWebhookSecrets: splitList(values.STRIPE_PLATFORM_WEBHOOK_SECRETS),
          connectWebhookSecrets: splitList(values.STRIPE_CONNECT_WEBHOOK_SECRETS),
        }
      : null,
    ai:
      values.AI_API_KEY || values.AI_BASE_URL
        ? {
            baseUrl: values.AI_BASE_URL?.replace(/\/$/, '') ?? 'https://api.openai.com/v1',
            apiKey: values.AI_API_KEY ?? null,
            model: values.AI_MODEL ?? 'gpt-5-mini',
          }
        : null,
    pushServiceUrl: values.PUSH_SERVICE_URL ?? null,
    supportEmail:
      values.SUPPORT_EMAIL ??
      values.CONTACT_EMAIL ??
      values.MAIL_FROM.match(/[^\s<>]+@[^\s<>]+\.[^\s<>]+/)?.[0] ??
      null,
    devAdminEmails: (values.DEV_ADMIN_EMAILS ?? '').split(/[\s,;]+/).filter(Boolean),
    metricsToken: values.METRICS_TOKEN ?? null,
    logLevel: values.LOG_LEVEL,
  }
}

const splitList = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean)

function readS3(values: z.infer<typeof Environment>): S3Config | null {
  const {
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_REGION: region = 'us-east-1',
    S3_ENDPOINT: endpoint = null,
    S3_FORCE_PATH_STYLE: forcePathStyle = endpoint !== null,
  } = values
  if (bucket && accessKeyId && secretAccessKey)
    return { bucket, accessKeyId, secretAccessKey, region, endpoint, forcePathStyle }
  const present = Object.entries(values).flatMap(([name, value]) =>
    name.startsWith('S3_') && value !== undefined ? [name] : [],
  )
  if (present.length === 0) return null
  const missing = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].filter((name) => !present.includes(name))
  throw new StartError(
    `${present.join(', ')} is set, but not ${missing.join(', ')}: set all of them to store files on S3, or none to store them in DATA_DIR.`,
  )
}
