import { type Lang, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import { eventsOf } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { bibAsPrinted } from '#features/registrations/lookup/findingBibs.service.ts'
import { logChange } from '#features/staff/service.ts'
import { runnersOfBibsByEvent, timedCoursesOf } from '#features/timing/service.ts'
import { handle } from '#seam/server/handle.ts'
import {
  consoleRacecontrolDevicesAdd,
  consoleRacecontrolDevicesChange,
  consoleRacecontrolDevicesEnd,
  consoleRacecontrolDevicesGive,
  consoleRacecontrolDevicesList,
  consoleRacecontrolDevicesName,
  consoleRacecontrolDevicesRemove,
} from './devices.contract.ts'
import { codeIn, isDeviceName } from './devices.rules.ts'
import {
  addDevice,
  endDevice,
  giveDevice,
  deviceHolderText,
  lockDevices,
  openDeviceName,
  renewName,
  showDevices,
} from './devices.service.ts'
import {
  changeDevice,
  countDevices,
  findDevice,
  listHolders,
  listNamed,
  pageDevices,
  removeDevice,
} from './devices.store.ts'
import { deviceTableWords } from './devices.words.ts'

const showOne = async (tx: Tx, raceid: number, lang: Lang, id: number) =>
  (await showDevices(tx, raceid, lang, [(await findDevice(tx, raceid, { id }))!]))[0]!
const targetOf = ({ code }: { code: string }): string => `tracker ${code}`

export const deviceRoutes = [
  handle(consoleRacecontrolDevicesList, async ({ input, db, now, lang, refuse }) => {
    const { raceid, limit, state, q } = input
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    const filter = { state: state ?? null, q, after: idIn(input.after) ?? null, limit: rowsFor(limit) }
    const [rows, counts, events, courses] = await Promise.all([
      pageDevices(db, raceid, filter),
      countDevices(db, raceid),
      eventsOf(db, raceid),
      timedCoursesOf(db, raceid),
    ])
    const { rows: page, after } = pageOf(rows, limit, byId)
    return {
      items: await showDevices(db, raceid, lang, page),
      after,
      counts,
      zone: race.zone,
      now,
      events: events.map(({ id, name, names }) => ({
        eventid: id,
        event: nameIn(lang, name, names),
        waves: (courses.find(({ eventid }) => eventid === id)?.waves ?? []).map((wave) => wave.name),
      })),
    }
  }),

  handle(consoleRacecontrolDevicesAdd, async ({ input, db, seal, now, lang, who, refuse, refuseField, save }) => {
    const { raceid, model, notes, name } = input
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    const code = codeIn(input.code) ?? refuseField('code', deviceTableWords.row_code)
    if (name !== '' && !isDeviceName(name)) return refuse('tracker_name_weak')
    const token = name === '' ? newToken() : name
    await seal.prepare(raceScope(raceid))
    return save(async (tx) => {
      await lockDevices(tx, raceid)
      if (await findDevice(tx, raceid, { code })) return refuse('tracker_known', { code })
      if ((await listNamed(tx, raceid, [tokenHash(token)])).length > 0) return refuse('tracker_name_known')
      const id = await addDevice(tx, { seal, raceid, now }, { code, model, notes, token })
      await logChange(tx, { who, now, raceid, what: 'tracker added', target: targetOf({ code }) })
      return { ...(await showOne(tx, raceid, lang, id)), token }
    })
  }),

  handle(consoleRacecontrolDevicesChange, async ({ input, now, lang, who, refuse, refuseField, save }) => {
    const { raceid, id, model, notes } = input
    const code = codeIn(input.code) ?? refuseField('code', deviceTableWords.row_code)
    return save(async (tx) => {
      await lockDevices(tx, raceid)
      const device = (await findDevice(tx, raceid, { id })) ?? refuse('tracker_not_found')
      const other = await findDevice(tx, raceid, { code })
      if (other && other.id !== id) return refuse('tracker_known', { code })
      await changeDevice(tx, raceid, id, { code, model, notes }, now)
      const before = { code: device.code, model: device.model, notes: device.notes }
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'tracker changed',
        target: targetOf({ code }),
        before,
        after: { code, model, notes },
      })
      return showOne(tx, raceid, lang, id)
    })
  }),

  handle(consoleRacecontrolDevicesRemove, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      await lockDevices(tx, raceid)
      const device = (await findDevice(tx, raceid, { id })) ?? refuse('tracker_not_found')
      if (!(await removeDevice(tx, raceid, id))) return refuse('tracker_used')
      await logChange(tx, { who, now, raceid, what: 'tracker removed', target: targetOf(device) })
      return { removed: true }
    }),
  ),

  handle(consoleRacecontrolDevicesGive, async ({ input, db, now, lang, who, refuse, save }) => {
    const { raceid, kind, shown } = input
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    const code = codeIn(input.code) ?? refuse('tracker_not_found')
    const isRunner = kind === 'runner'
    const bib = isRunner ? await bibAsPrinted(db, raceid, input.bib) : null
    const wearing = bib === null ? [] : await runnersOfBibsByEvent(db, raceid, [bib])
    const meant = wearing.filter((one) => input.eventid === null || one.eventid === input.eventid)
    const runner = meant[0]
    if (isRunner && !runner) return refuse('tracker_runner_unknown', { bib: input.bib })
    if (meant.length > 1)
      return refuse('which_runner', { bib: bib!, n: meant.length, events: meant.map((one) => one.eventid) })
    const isPacer = kind === 'pacer'
    if (!isRunner && (input.name === '' || (isPacer && (input.eventid === null || input.target_s === null))))
      return refuse('tracker_carrier_unnamed')
    const eventid = runner?.eventid ?? input.eventid
    if (eventid !== null && !(await eventsOf(db, raceid)).some(({ id }) => id === eventid))
      return refuse('event_not_found')
    return save(async (tx) => {
      await lockDevices(tx, raceid)
      const device = (await findDevice(tx, raceid, { code })) ?? refuse('tracker_not_found')
      if (device.state === 'out') return refuse('tracker_out', { who: deviceHolderText(device) })
      const holders = bib === null ? [] : await listHolders(tx, raceid, [bib])
      // A runner who moved to another event after the hand-out still has the device.
      const has = holders.find((one) => wearing.length === 1 || one.eventid === eventid)
      if (has) return refuse('tracker_runner_has', { bib: has.bib, code: has.code })
      const name = isRunner ? null : input.name
      const target_s = isPacer ? input.target_s : null
      const carried = { kind, bib, name, eventid, target_s, wave: isPacer ? input.wave : null, shown }
      await giveDevice(tx, raceid, device, carried, { staffid: who.staffid, now })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'tracker handed out',
        target: targetOf(device),
        after: { kind, shown },
      })
      return showOne(tx, raceid, lang, device.id)
    })
  }),

  handle(consoleRacecontrolDevicesEnd, async ({ input: { raceid, lost, ...input }, now, lang, who, refuse, save }) => {
    const code = codeIn(input.code) ?? refuse('tracker_not_found')
    return save(async (tx) => {
      await lockDevices(tx, raceid)
      const device = (await findDevice(tx, raceid, { code })) ?? refuse('tracker_not_found')
      if (device.state === (lost ? 'lost' : 'free')) return refuse('tracker_in')
      await endDevice(tx, raceid, device, lost, { staffid: who.staffid, now })
      const what = lost ? 'tracker lost' : 'tracker returned'
      await logChange(tx, { who, now, raceid, what, target: targetOf(device) })
      return showOne(tx, raceid, lang, device.id)
    })
  }),

  handle(consoleRacecontrolDevicesName, async ({ input: { raceid, id, renew }, seal, now, who, refuse, save }) => {
    await seal.prepare(raceScope(raceid))
    return save(async (tx) => {
      await lockDevices(tx, raceid)
      const device = (await findDevice(tx, raceid, { id })) ?? refuse('tracker_not_found')
      const token = renew ? newToken() : openDeviceName(seal, raceid, device.token)
      if (renew) await renewName(tx, { seal, raceid, now }, device, token)
      const what = renew ? 'tracker renamed' : 'tracker set-up opened'
      await logChange(tx, { who, now, raceid, what, target: targetOf(device) })
      return { code: device.code, token }
    })
  }),
]
