import type { RequestContext } from '../../platform/http/api.ts'
import { callerAddress } from '../../platform/http/caller-address.ts'
import { DEVICE_SECONDS, newDevice } from './known-devices.ts'
import type { Caller } from './sign-in.ts'

const DEVICE_COOKIE = 'frontdesk_device'
const DEVICE_COOKIE_PATH = '/api/main'

type Exchange = Pick<RequestContext, 'request' | 'reply'>

/** Who asks, as far as the request tells. */
export const callerOf = ({ request }: Pick<Exchange, 'request'>): Caller => ({
  address: callerAddress(request),
  userAgent: request.headers['user-agent'],
  device: request.cookies[DEVICE_COOKIE]?.slice(0, 100) || newDevice(),
})

/** Lets the browser be known again at the next sign-in. */
export function keepDevice({ reply }: Pick<Exchange, 'reply'>, { device }: Caller, hasHttps: boolean): void {
  reply.setCookie(DEVICE_COOKIE, device, {
    path: DEVICE_COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: hasHttps,
    maxAge: DEVICE_SECONDS,
  })
}
