import { lockAll } from '#db/locks.ts'
import { newKey } from '#db/random.ts'
import { tokenHash } from '#db/sessions.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { isDeviceAway } from '../device/device.rules.ts'
import { followDesks } from '../figures/windows.service.ts'
import { cannotClash, deskInTheWay } from '../pack.rules.ts'
import {
  consoleDesksClose,
  consoleDesksDevices,
  consoleDesksEnrol,
  consoleDesksList,
  consoleDesksRevoke,
  consoleDesksSave,
} from './setup.contract.ts'
import {
  type RaceDeskRow,
  changeDesk,
  closeDesk,
  findDesk,
  insertDesk,
  insertDevice,
  listDesks,
  listDevices,
  revokeDevice,
} from './setup.store.ts'

const shown = (desk: RaceDeskRow) => ({ ...desk, apart: cannotClash(desk, desk.devices) })

export const setupRoutes = [
  handle(consoleDesksList, async ({ input: { raceid }, db }) => ({ items: (await listDesks(db, raceid)).map(shown) })),

  handle(consoleDesksSave, async ({ input, now, who, refuse, save }) => {
    const { raceid, id, ...desk } = input
    if (desk.ranges.some(({ from, to }) => to < from)) return refuse('desk_range_wrong')
    return save(async (tx) => {
      await lockAll(tx, [{ kind: 'desks', raceid, id: 0 }])
      const others = await listDesks(tx, raceid)
      const before = id === undefined ? undefined : (others.find((one) => one.id === id) ?? refuse('desk_not_found'))
      const inTheWay = deskInTheWay(
        desk.ranges,
        others.filter((one) => one.id !== id),
      )
      if (inTheWay) return refuse('desk_ranges_meet', { desk: inTheWay.name })
      const saved = before ? before.id : await insertDesk(tx, raceid, desk, now)
      if (before) await changeDesk(tx, raceid, before.id, desk, now)
      await followDesks(tx, raceid, now)
      const after = (await findDesk(tx, raceid, saved))!
      const what = before ? 'desk changed' : 'desk written'
      await logChange(tx, { who, now, raceid, what, target: `desk ${saved}`, before, after })
      return shown(after)
    })
  }),

  handle(consoleDesksClose, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      await lockAll(tx, [{ kind: 'desks', raceid, id: 0 }])
      const before = (await findDesk(tx, raceid, id)) ?? refuse('desk_not_found')
      await closeDesk(tx, raceid, id, now)
      await followDesks(tx, raceid, now)
      await logChange(tx, { who, now, raceid, what: 'desk closed', target: `desk ${id}`, before })
      return { id }
    }),
  ),

  handle(consoleDesksDevices, async ({ input: { raceid }, db, now }) => ({
    items: (await listDevices(db, raceid)).map((one) => ({
      ...one,
      away: isDeviceAway(one, now),
      staff: one.staff ?? '—',
      fast: Math.round(-one.offset_ms / 1000),
    })),
  })),

  handle(consoleDesksEnrol, async ({ input: { raceid, deskid, name }, now, who, refuse, save }) => {
    const key = newKey(raceid)
    return save(async (tx) => {
      await lockAll(tx, [{ kind: 'desks', raceid, id: 0 }])
      const desk = (await findDesk(tx, raceid, deskid)) ?? refuse('desk_not_found')
      const row = { raceid, deskid, name, key_hash: tokenHash(key), staffid: who.staffid!, created_at: now }
      const id = await insertDevice(tx, row)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'desk device added',
        target: `device ${id}`,
        after: { name, deskid },
      })
      return { id, key, hours: desk.hours, pin_digits: desk.pin_digits }
    })
  }),

  handle(consoleDesksRevoke, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      if (!(await revokeDevice(tx, raceid, id, now))) return refuse('device_not_found')
      await logChange(tx, { who, now, raceid, what: 'desk device revoked', target: `device ${id}` })
      return { id }
    }),
  ),
]
