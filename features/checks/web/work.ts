import { Refused, call } from '#ui/network/call.ts'
import { captchaGenerate } from '../contract.ts'
import { findWork } from '../rules.ts'

export type CheckAnswer = { captchaid: string; captcha: string }

const AT_ONCE = 2000
const breath = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Lets the device work; the screen stays alive meanwhile. Undefined where `goesOn` said that nobody waits any more. */
export const doWork = async (
  bits: number | undefined,
  goesOn: () => boolean = () => true,
): Promise<CheckAnswer | undefined> => {
  const { captchaid, bits: asked } = await call(captchaGenerate, {
    kind: 'work',
    ...(bits === undefined ? {} : { bits }),
  })
  for (let from = 0; goesOn(); from += AT_ONCE) {
    const captcha = findWork(captchaid, from, AT_ONCE, asked ?? 0)
    if (captcha !== undefined) return { captchaid, captcha }
    await breath()
  }
  return undefined
}

/** How much work a refusal asks for; undefined where it asks for something else. */
const bitsAsked = (thrown: unknown): number | undefined =>
  thrown instanceof Refused && thrown.refusal === 'picture_needed' && thrown.facts.check === 'work'
    ? Number(thrown.facts.bits)
    : undefined

/** Asks; where the device's work is wanted first, it is done and the same is asked again. Nobody sees more than a wait. */
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
