/** Text messages to followers, if the race pays for them. */
import type { Lang } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { maskMobile } from '#features/accounts/rules.ts'
import { mobileOfAccount } from '#features/accounts/service.ts'
import type { Values } from '#features/messages/rules.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import type { Template } from '#features/messages/words.ts'
import { settingsOf } from '#features/races/rules.ts'
import type { FieldRace } from '../field/field.service.ts'
import type { PassingKind } from './follows.rules.ts'
import type { FollowRow } from './follows.store.ts'
import { takeTexts, textsSent } from './texts.store.ts'

export const paysForTexts = async (db: Db, race: FieldRace): Promise<boolean> => {
  const { follow_texts: most } = settingsOf(race)
  return most > 0 && (await textsSent(db, race.id)) < most
}

const templates: Readonly<Record<PassingKind, Template>> = {
  start: 'follow_text_started',
  split: 'follow_text_passed',
  finish: 'follow_text_finished',
  end: 'follow_text_ended',
}
type Texting = {
  seal: Seal
  now: Date
  race: FieldRace
  kind: PassingKind
  values: Values
  until: Date
  keyOf: (follow: FollowRow) => string
  /** Returns the address at which the reader of a message ends the follow. */
  stopOf: (follow: FollowRow) => string
}
/**
 * Writes the text messages for some of the followers. If the race pays for fewer messages, the followers who began
 * earliest get them.
 */
export const textFollowers = async (tx: Tx, texting: Texting, followers: readonly FollowRow[]): Promise<void> => {
  const { seal, now, race, kind, values, until, keyOf, stopOf } = texting
  const messages: Message[] = []
  for (const follow of followers.filter(({ uid, channels }) => uid !== null && channels.includes('sms'))) {
    const mobile = await mobileOfAccount(tx, seal, follow.uid!)
    if (mobile === undefined) continue
    messages.push({
      seal,
      now,
      mobile,
      mask: maskMobile(mobile),
      lang: follow.lang as Lang,
      template: templates[kind],
      values: { ...values, stop: stopOf(follow) },
      key: `${keyOf(follow)} text`,
      raceid: race.id,
      until,
    })
  }
  const taken = await takeTexts(tx, race.id, messages.length, settingsOf(race).follow_texts)
  await sendMessages(tx, messages.slice(0, taken))
}
