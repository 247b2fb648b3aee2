import { Refused, call } from '#ui/network/call.ts'
import { captchaGenerate } from '../contract.ts'
import { findWork } from '../rules.ts'

export type CheckAnswer = { captchaid: string; captcha: string }

const AT_ONCE = 2000
const breath = () => new Promise((resolve) => setTimeout(resolve, 0))

/**
 * Computes the work in pieces, so that the screen stays responsive. Returns undefined when `goesOn` tells that nobody
 * waits for the result.
 */
export const doWork = async (
  bits: number | undefined,
  goesOn: () => boolean = () => true,
): Promise<CheckAnswer | undefined> => {
  const { captchaid, bits: difficulty } = await call(captchaGenerate, {
    kind: 'work',
    ...(bits === undefined ? {} : { bits }),
  })
  for (let from = 0; goesOn(); from += AT_ONCE) {
    const captcha = findWork(captchaid, from, AT_ONCE, difficulty ?? 0)
    if (captcha !== undefined) return { captchaid, captcha }
    await breath()
  }
  return undefined
}

/** Returns the bits of work that a refusal demands; undefined if it demands another check. */
const bitsAsked = (thrown: unknown): number | undefined =>
  thrown instanceof Refused && thrown.refusal === 'picture_needed' && thrown.facts.check === 'work'
    ? Number(thrown.facts.bits)
    : undefined

/** Makes a call. If the server demands work first, the device does the work and makes the same call again. */
export const withWork = async <T>(ask: (check: Partial<CheckAnswer>) => Promise<T>): Promise<T> => {
  try {
    return await ask({})
  } catch (thrown) {
    const bits = bitsAsked(thrown)
    const done = bits === undefined ? undefined : await doWork(bits)
    if (done === undefined) throw thrown
    return ask(done)
  }
}
