import { Secret, TOTP } from 'otpauth'

/** Code that an authenticator app shows for a secret at a time. */
export const totpCode = (secret: string, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
