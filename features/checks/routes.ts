import { randomBytes, randomInt } from 'node:crypto'
import { rateOf } from '#db/limits/rates.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { handle } from '#seam/server/handle.ts'
import { captchaGenerate, captchaImg } from './contract.ts'
import { WORK_BITS } from './human.rules.ts'
import { drawPicture } from './picture.service.ts'
import { pictureAlphabet, pictureLength, soundLength } from './rules.ts'
import { askFor } from './service.ts'
import { speak } from './sound.service.ts'
import { findCheck, insertCheck } from './store.ts'

/**
 * The number of seconds for which a check is valid. The time is enough to hear the six digits several times, and too
 * short to collect checks.
 */
const checkSeconds = 5 * 60
/**
 * The limit on checks with a picture or spoken digits. Above the limit a caller's device must work for each of these
 * checks, so that no caller delays the checks of another caller.
 */
const pictures = allowanceOf({ own: 60, network: 300 }, 600, 'checks pictures')
/** The limit on begun checks, because each check is a row for five minutes. */
const begun = allowanceOf({ own: 300, network: 3000 }, 600, 'checks begun')
/** The limit on fetches of one check's picture or sound. A device fetches again if the server's answer was lost. */
const drawn = rateOf(4, checkSeconds, 'checks drawn')

const signs = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]!).join('')
const answers = {
  picture: () => signs(pictureAlphabet, pictureLength),
  sound: () => signs('0123456789', soundLength),
}

export const routes = [
  handle(captchaGenerate, async ({ input, db, now, who, device, address, refuse }) => {
    const { kind } = input
    const asker = { who, device, address }
    const wait = begun.count(asker, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    if (kind !== 'work' && pictures.count(asker, now) > 0) {
      const why = await askFor(db, { check: 'work', bits: WORK_BITS + 1 }, input, now, () => undefined)
      if (why) return refuse(why.word, why.facts)
    }
    const captchaid = randomBytes(16).toString('base64url')
    const answer = kind === 'work' ? String(input.bits ?? WORK_BITS) : answers[kind]()
    const expires_at = new Date(now.getTime() + checkSeconds * 1000)
    await insertCheck(db, { captchaid, kind, answer, seed: randomInt(2 ** 31), expires_at })
    return { captchaid, kind, bits: kind === 'work' ? Number(answer) : null, expires_in: checkSeconds }
  }),

  handle(captchaImg, async ({ input, db, now, lang, refuse }) => {
    const wait = drawn.count(input.captchaid, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const check = await findCheck(db, input.captchaid, now)
    if (!check || check.kind === 'work') return refuse('picture_not_found')
    const { answer, seed } = check
    if (check.kind === 'sound')
      return { image: null, sound: `data:audio/wav;base64,${speak(answer, seed, lang).toString('base64')}` }
    return { image: `data:image/png;base64,${(await drawPicture(answer, seed)).toString('base64')}`, sound: null }
  }),
]
