import { raceScope } from '#db/sealing/seal.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { writeEntry } from '../sign.service.ts'
import { markDeviceSeen } from '../setup/setup.store.ts'
import {
  consoleDesksDeviceContact,
  consoleDesksDeviceLoad,
  consoleDesksDeviceSend,
  consoleDesksDeviceSign,
} from './device.contract.ts'
import { UNSURE_MS, worksUntil, offsetOf } from './device.rules.ts'
import { callingDevice, deskForDevice, loadFor } from './device.service.ts'

const stateOf = (revoked: boolean) => (revoked ? ('revoked' as const) : ('working' as const))
/**
 * Writes the entries of a device one after another. If the call breaks off, the entries that were written before stay.
 */
const takeEntries = async (
  { db, seal, now, input }: Pick<Context<typeof consoleDesksDeviceSend>, 'db' | 'seal' | 'now' | 'input'>,
  { device, desk, who, revoked }: NonNullable<Awaited<ReturnType<typeof callingDevice>>>,
) => {
  const offset_ms = offsetOf(now, input.clock)!
  const items = []
  for (const { at, unsure_ms = 0, ...given } of input.entries) {
    const doubts = [...(revoked ? ['device_revoked'] : []), ...(unsure_ms > UNSURE_MS ? ['moment_unsure'] : [])]
    const written = await writeEntry({ db, seal }, given, {
      raceid: device.raceid,
      desk,
      deviceid: device.id,
      who,
      supervisor: false,
      late: true,
      doubts,
      device_at: new Date(at),
      offset_ms,
      now,
    })
    items.push(
      written.known
        ? { entry: given.entry, known: true, kept: true, doubts: [] }
        : {
            entry: given.entry,
            known: false,
            kept: written.kept,
            doubts: [...doubts, ...(written.wrong ? [written.wrong.word] : [])],
          },
    )
  }
  return items
}

export const deviceRoutes = [
  handle(consoleDesksDeviceContact, async ({ input: { key, clock, waiting }, db, now, lang, refuse }) => {
    const calling = (await callingDevice(db, key)) ?? refuse('desk_device_unknown')
    const { device, desk, revoked } = calling
    await markDeviceSeen(db, device, { now, offset_ms: offsetOf(now, clock), waiting })
    return {
      state: stateOf(revoked),
      now,
      until: worksUntil(now, desk.hours),
      ...(await deskForDevice(db, lang, calling, now)),
    }
  }),

  handle(consoleDesksDeviceLoad, async ({ input, db, lang, now, refuse }) => {
    const calling = (await callingDevice(db, input.key)) ?? refuse('desk_device_unknown')
    if (calling.revoked) return refuse('device_revoked')
    return loadFor(db, lang, calling, input, now)
  }),

  handle(consoleDesksDeviceSign, async ({ input: { key, clock, ...given }, db, seal, now, refuse }) => {
    const { device, desk, who, revoked } = (await callingDevice(db, key)) ?? refuse('desk_device_unknown')
    if (revoked) return refuse('device_revoked')
    await seal.prepare(raceScope(device.raceid))
    const written = await writeEntry({ db, seal }, given, {
      raceid: device.raceid,
      desk,
      deviceid: device.id,
      who,
      supervisor: false,
      late: false,
      doubts: [],
      device_at: new Date(clock),
      offset_ms: offsetOf(now, clock)!,
      now,
    })
    if (!written.known && written.wrong) return refuse(written.wrong.word, written.wrong.facts)
    return { known: written.known }
  }),

  handle(consoleDesksDeviceSend, async (context) => {
    const { input, db, seal, now, refuse } = context
    const calling = (await callingDevice(db, input.key)) ?? refuse('desk_device_unknown')
    const { device, revoked } = calling
    await seal.prepare(raceScope(device.raceid))
    const items = await takeEntries(context, calling)
    await markDeviceSeen(db, device, { now, offset_ms: offsetOf(now, input.clock), waiting: input.waiting })
    return { state: stateOf(revoked), items }
  }),
]
