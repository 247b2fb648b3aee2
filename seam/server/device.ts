import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Seal } from '#db/sealing/seal.ts'

/**
 * A browser that has our cookie. Anybody can get a cookie. `known` means that a person used the browser before:
 * somebody read a picture or logged in. A known device has allowances of its own.
 */
export type Device = { id: string; known: boolean }

/** A browser keeps a cookie for 400 days at most. */
export const DEVICE_SECONDS = 400 * 86_400
const ID_BYTES = 12
const SHAPE = /^([\w-]{16})\.([01])\.([\w-]{22})$/

/** Signs a device. The caller must first prepare the key of the scope 'accounts'. */
const markOf = (seal: Seal, text: string): string => seal.blind('accounts', 'device', text).toString('base64url')

export const newDevice = (): Device => ({ id: randomBytes(ID_BYTES).toString('base64url'), known: false })
/**
 * Returns the text of the device's cookie. The signature in it keeps a person from inventing a device, and from turning
 * an unknown device into a known device.
 */
export const deviceText = (seal: Seal, { id, known }: Device): string => {
  const text = `${id}.${known ? 1 : 0}`
  return `${text}.${markOf(seal, text)}`
}
export const readDevice = (seal: Seal, text: string | undefined): Device | null => {
  const [, id, known, mark] = SHAPE.exec(text ?? '') ?? []
  if (id === undefined || known === undefined || mark === undefined) return null
  const right = Buffer.from(markOf(seal, `${id}.${known}`))
  return timingSafeEqual(right, Buffer.from(mark)) ? { id, known: known === '1' } : null
}
