import { nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import { languageOf } from '#features/registrations/runnerMessages.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import type { ProtestRow } from './protests.store.ts'

/** Prepares the keys and reads the race for the message about a decision, before the transaction begins. */
export const readyToNotify = async (db: Db, seal: Seal, raceid: number, now: Date): Promise<RaceGiven | undefined> => {
  await Promise.all([seal.prepare(raceScope(raceid)), seal.prepare('accounts')])
  return raceGiven(db, raceid, now)
}

/**
 * Sends the decision once to the account that filed the protest, or to the registrant's account if staff filed it, and
 * to the registrant's mobile. The messages are part of the transaction of the decision.
 */
export const notifyDecision = async (
  tx: Tx,
  seal: Seal,
  race: RaceGiven,
  row: ProtestRow,
  now: Date,
): Promise<void> => {
  const { raceid, id, uid, registrationid, decision } = row
  const registered = registrationid === null ? undefined : await registrationById(tx, raceid, registrationid)
  if (!registered) return
  const mobile = registered.mobile ? seal.open(raceScope(raceid), 'mobile', registered.mobile) : undefined
  await sendMessage(tx, {
    seal,
    now,
    mobile,
    mask: registered.mobile_mask ?? '',
    uid: uid ?? registered.uid,
    path: row.key === null ? `/report?raceid=${raceid}&eventid=${row.eventid}` : `/protest?key=${row.key}`,
    lang: languageOf(registered, mobile ?? ''),
    template: row.state === 'upheld' ? 'protest_upheld' : 'protest_dismissed',
    values: {
      race: eachLang((lang) => nameIn(lang, race.name, race.names)),
      event: eachLang((lang) => nameIn(lang, row.e_name, row.e_names)),
      decision: (decision ?? '').replace(/[。.！!\s]+$/u, ''),
    },
    key: `protest ${raceid}/${id}`,
    raceid,
  })
}
