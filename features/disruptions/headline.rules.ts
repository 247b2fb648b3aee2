import type { Lang, Text } from '#contract/words.ts'
import type { ShownDisruption } from './contract.ts'
import { headlineWords as words } from './words.ts'

const ofRace = { postpone: words.is_postponed, shorten: words.is_shortened, cancel: words.is_cancelled }
const ofEvents = { postpone: words.event_postponed, shorten: words.event_shortened, cancel: words.event_cancelled }

/** Tells in a few words what has happened to the race or to some of its events. */
export const headlineOf = (
  { kind, whole, events }: Pick<ShownDisruption, 'kind' | 'whole'> & { events: readonly { name: string }[] },
  t: (said: Text, values?: Record<string, string>) => string,
  lang: Lang,
): string =>
  whole ? t(ofRace[kind]) : t(ofEvents[kind], { events: events.map(({ name }) => name).join(words.and[lang]) })
