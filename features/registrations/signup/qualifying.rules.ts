import { chinaDay, isDay, longDay } from '#contract/days.ts'
import { type Text, fill } from '#contract/words.ts'
import { eachLang } from '#features/messages/rules.ts'
import { wrong } from '#contract/wrong.ts'
import type { EventForm } from '#features/events/form.contract.ts'
import type { Gender } from '#features/people/rules.ts'
import type { SignupInput } from './signup.contract.ts'
import { words } from './signup.words.ts'

/**
 * An earlier run as it is stored. `meets` tells that the time is as fast as the event demands for this gender and age.
 * Staff decide whether the time is true.
 */
export type Qualified = { race: string; day: string; seconds: number; proof: string | null; meets: boolean }
type Say = (field: string, message: Text) => void

/** Reads `3:05:00` as seconds; undefined if the text is not a time. */
export const qualifyingSecondsOf = (time: string): number | undefined => {
  const found = /^(\d{1,2}):([0-5]\d):([0-5]\d)$/.exec(time.trim())
  const seconds = found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]) : 0
  return seconds > 0 ? seconds : undefined
}

/** Tells whether a time meets an event's standard for this gender and this age on race day. */
export const meetsStandard = (
  qualifying: Pick<NonNullable<EventForm['qualifying']>, 'standards'>,
  who: { gender: Gender; age: number },
  seconds: number,
): boolean =>
  qualifying.standards.some(
    (one) => one.gender === who.gender && one.age_from <= who.age && who.age <= one.age_to && seconds <= one.seconds,
  )

/**
 * Checks an earlier run field by field. Returns null if the event does not ask for a run, if the runner gives none, or
 * if the time or the runner is not known yet. `who` is undefined until the document tells gender and birth.
 */
export const checkQualifying = (
  given: SignupInput['qualifying'],
  form: EventForm,
  who: { gender: Gender; age: number } | undefined,
  now: Date,
  say: Say,
): Qualified | null => {
  const { qualifying } = form
  if (!qualifying) return null
  const [race, day, time, proof] = [
    given?.race?.trim() ?? '',
    given?.day?.trim() ?? '',
    given?.time?.trim() ?? '',
    given?.proof?.trim() ?? '',
  ]
  if (race === '' && day === '' && time === '' && proof === '' && qualifying.ask === 'optional') return null
  for (const [field, value] of Object.entries({ race, day, time }))
    if (value === '') say(`qualifying.${field}`, wrong.required)
  if (day !== '') {
    if (!isDay(day)) say('qualifying.day', wrong.format)
    else if (day > chinaDay(now)) say('qualifying.day', words.qualifying_future)
    else if (qualifying.since !== undefined && day < qualifying.since) {
      const since = qualifying.since
      say(
        'qualifying.day',
        eachLang((lang) => fill(words.qualifying_before[lang], { day: longDay(lang, since) })),
      )
    }
  }
  const seconds = qualifyingSecondsOf(time)
  if (time !== '' && seconds === undefined) say('qualifying.time', words.qualifying_time)
  if (seconds === undefined || !who) return null
  const meets = meetsStandard(qualifying, who, seconds)
  if (meets && proof === '') say('qualifying.proof', words.qualifying_proof)
  // The event admits only runners who meet the standard, so a slower time is a fault.
  if (!meets && qualifying.ask === 'required' && !qualifying.direct && qualifying.standards.length > 0)
    say('qualifying.time', words.qualifying_slow)
  return { race, day, seconds, proof: proof === '' ? null : proof, meets }
}

/**
 * Lists the start zones that admit a runner, the best first. A later step checks whether they have free places. A fun
 * run without zones of its own starts in zone F (docs/behaviour/sign-up.md, Start zones).
 */
export const zonesFor = (form: Pick<EventForm, 'zones'>, type: string, seconds: number | null): string[] => {
  if (form.zones.length === 0) return type === 'fun_run' ? ['F'] : []
  return form.zones
    .filter(({ faster_than }) => faster_than === undefined || (seconds !== null && seconds <= faster_than))
    .map(({ name }) => name)
}
