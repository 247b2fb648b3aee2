import type { IncomingHttpHeaders } from 'node:http'
import { DEVICE_SECONDS, type Device, deviceText, newDevice, readDevice } from '#seam/server/device.ts'
import type { Parts } from '#seam/server/handle.ts'
import { cookieOf } from './session.ts'

const nameOf = (secure: boolean): string => (secure ? '__Host-' : '') + 'startline_device'
const isSecure = ({ origin }: Pick<Parts, 'origin'>): boolean => origin.startsWith('https:')

/** Returns the browser that calls, found by our cookie. Null if the browser has no cookie of ours. */
export const deviceOfCaller = async (
  { seal, origin }: Pick<Parts, 'seal' | 'origin'>,
  headers: IncomingHttpHeaders,
): Promise<Device | null> => {
  // The key is also prepared for a browser without a cookie, because the call may give it one.
  await seal.prepare('accounts')
  return readDevice(seal, cookieOf(headers, nameOf(isSecure({ origin }))))
}

/** Returns the text of the device's cookie. The cookie holds nothing about a person, and scripts cannot read it. */
export const deviceCookie = ({ seal }: Pick<Parts, 'seal'>, device: Device, secure: boolean): string =>
  [
    `${nameOf(secure)}=${deviceText(seal, device)}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${DEVICE_SECONDS}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ')

/** Returns the cookie that a page sets. Undefined if the browser has our cookie already. */
export const cookieForPage = async (
  parts: Pick<Parts, 'seal' | 'origin'>,
  headers: IncomingHttpHeaders,
): Promise<string | undefined> => {
  return (await deviceOfCaller(parts, headers)) ? undefined : deviceCookie(parts, newDevice(), isSecure(parts))
}
