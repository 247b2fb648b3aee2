export const deviceStates = ['free', 'out', 'lost'] as const
export type LiveDeviceState = (typeof deviceStates)[number]

/** Reads the code of a device from a scanner or a person. Undefined if the text is not a code. */
export const codeIn = (typed: string): string | undefined => {
  const code = typed.normalize('NFKC').trim().toUpperCase()
  return /^[\p{L}\p{N}][\p{L}\p{N}._:/#-]{0,39}$/u.test(code) ? code : undefined
}

const LEAST = { length: 20, different: 10 }
/**
 * Tells whether the identifier of a device is safe. Everybody who knows the identifier can send positions, so a serial
 * number or a word is not safe.
 */
export const isDeviceName = (name: string): boolean =>
  name.length >= LEAST.length &&
  name.length <= 100 &&
  /^[A-Za-z0-9_-]+$/.test(name) &&
  !/^\d+$/.test(name) &&
  new Set(name).size >= LEAST.different

/** Reads a time that a pacer promises, `3:30` or `3:30:00`, in seconds. Undefined if the text is not such a time. */
export const targetIn = (typed: string): number | undefined => {
  const found = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(typed.normalize('NFKC').trim())
  if (!found) return undefined
  const seconds = Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3] ?? 0)
  return seconds > 0 ? seconds : undefined
}
