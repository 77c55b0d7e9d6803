import type { RequestContext } from '../../platform/http/api.ts'
import { callerAddress } from '../../platform/http/caller-address.ts'
import { DEVICE_SECONDS, newDevice } from './known-devices.ts'
import type { Caller } from './sign-in.ts'

const DEVICE_COOKIE = 'frontdesk_device'
const DEVICE_COOKIE_PATH = '/api/main'

type Exchange = Pick<RequestContext, 'request' | 'reply'>

/** Reads the caller's address, browser and device cookie from the request. */
export const readCaller = ({ request }: Pick<Exchange, 'request'>): Caller => ({
  address: callerAddress(request),
  userAgent: request.headers['user-agent'],
  device: request.cookies[DEVICE_COOKIE]?.slice(0, 100) || newDevice(),
})

/** Sets the cookie that identifies this browser at the next sign-in. */
export function setDeviceCookie({ reply }: Pick<Exchange, 'reply'>, { device }: Caller, hasHttps: boolean): void {
  reply.setCookie(DEVICE_COOKIE, device, {
    path: DEVICE_COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: hasHttps,
    maxAge: DEVICE_SECONDS,
  })
}
