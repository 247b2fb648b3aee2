import { dayIn } from '#contract/days.ts'
import { raceOfKey } from '#contract/key.ts'
import { fill } from '#contract/words.ts'
import { refusals as bibRefusals } from '#features/bibs/words.ts'
import { refusals as signUpRefusals } from '#features/registrations/words.ts'
import { isoFrom } from '#ui/form/localTime.ts'
import { currentLang } from '#ui/language/lang.tsx'
import { Refused } from '#ui/network/call.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Pack, checkinRunnerSigned } from '../../contract.ts'
import { markFrom } from '../../device/device.rules.ts'
import type { FoundAtDesk } from '../source.ts'
import { readTyped } from '../../typed.rules.ts'
import { refusals } from '../../words.ts'
import { type HeldRunner, findIn } from './books.rules.ts'
import {
  type EntryToWrite,
  type DeviceFacts,
  type OfflineWrong,
  latestOn,
  packOn,
  shownFound,
} from './judging.rules.ts'
import type { Keeper } from './keeper.ts'
import { offlineWords } from './offline.words.ts'

const sentences = {
  ...refusals,
  bib_taken: bibRefusals.bib_taken,
  registration_not_found: signUpRefusals.registration_not_found,
}
const stopped = (word: 'over' | 'moved' | 'empty' | 'full'): Refused =>
  new Refused({ code: 'device', msg: offlineWords[`stopped_${word}`][currentLang()], data: null })
const refusedBy = ({ word, facts }: OfflineWrong): Refused =>
  word === 'store_full'
    ? stopped('full')
    : new Refused({
        code: sentences[word].code,
        refusal: word,
        msg: fill(sentences[word].message[currentLang()], facts),
        data: facts,
      })

const markOfKey = async (key: string): Promise<string> =>
  markFrom(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))))

/** Returns the beginning of a day in the zone of the race. The device itself may be set to another zone. */
const dayBegan = (now: Date, zone = 'Asia/Shanghai'): number => Date.parse(isoFrom(`${dayIn(zone, now)}T00:00`, zone)!)

/** The race of a device's source, and the functions that the source calls on the screen. */
export type SourceParts = {
  raceid: number
  /** Waits a moment for the entries of other desks, if the device has network. */
  refresh: () => Promise<void>
  /** Called after an entry was written. */
  written: () => void
}
/** Makes the desk's source over the store of the device. It has the same functions as the source over the server. */
export const deviceSource = (keeper: Keeper, { raceid, refresh, written }: SourceParts) => {
  const scanned = new Map<string, string>()
  /** Returns all facts that the device has. Throws if the device may not work now. */
  const facts = (): DeviceFacts => {
    const lease = keeper.lease()
    if (lease === 'over' || lease === 'moved') throw stopped(lease)
    const knows = keeper.facts()
    if (!knows || lease === 'none') throw stopped('empty')
    return knows
  }
  const runnerIn = ({ books }: DeviceFacts, id: number): HeldRunner => {
    const runner = books.runners.get(id)
    if (!runner) throw refusedBy({ word: 'registration_not_found', facts: {} })
    return runner
  }
  const show = async (id: number): Promise<Pack> => {
    await refresh()
    const knows = facts()
    return packOn(knows, runnerIn(knows, id), scanned)
  }
  return {
    show,
    find: async (q: string): Promise<FoundAtDesk> => {
      const typed = readTyped(q)
      const mark = typed.key === null ? null : await markOfKey(typed.key)
      const look = () => findIn(facts().books, typed, mark)
      let found = look()
      if (typed.key !== null && raceOfKey(typed.key) === raceid && found.runners.length === 0) {
        await refresh()
        found = look()
        // A device with network has just loaded every change, so the device knows that the code belongs to nobody.
        if (found.runners.length === 0 && !found.proxy && !keeper.reached())
          return { items: [], proxy: null, more: false, unseen: typed.key }
      }
      const knows = facts()
      const { runners, proxy, more } = found
      if (proxy && !proxy.valid) throw refusedBy({ word: 'proxy_withdrawn', facts: {} })
      if (proxy && typed.key !== null) scanned.set(proxy.mark, typed.key)
      return {
        items: runners.map((runner) => shownFound(knows, runner)),
        proxy: proxy && typed.key !== null ? { key: typed.key, name: proxy.name } : null,
        more,
      }
    },
    sign: async (entry: EntryToWrite): Promise<Pack> => {
      const { books } = facts()
      const mark = [...scanned].find(([, key]) => key === entry.proxy)?.[0]
      const wrong = await keeper.write(entry, (mark && books.proxies.get(mark)?.name) ?? null)
      if (wrong) throw refusedBy(wrong)
      written()
      const knows = facts()
      return packOn(knows, runnerIn(knows, Number(entry.id)), scanned)
    },
    latest: async (): Promise<OutputOf<typeof checkinRunnerSigned>> => {
      const knows = facts()
      return latestOn(knows, dayBegan(new Date(keeper.now()), knows.setting.zone))
    },
  }
}
export type DeviceSource = ReturnType<typeof deviceSource>
