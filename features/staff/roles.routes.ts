import { refreshSessionsOf } from '#db/sessions.ts'
import { handle } from '#seam/server/handle.ts'
import { consoleRolesList, consoleRolesRemove, consoleRolesSave, ownRights } from './contract.ts'
import { lockStaff, logChange } from './service.ts'
import { deleteOwnRole, holdersOf, insertOwnRole, isOwnRoleNamed, listOwnRoles, updateOwnRole } from './store.ts'

export const roleRoutes = [
  handle(consoleRolesList, async ({ input, db }) => ({ items: await listOwnRoles(db, input.raceid) })),

  handle(consoleRolesSave, async ({ input, db, now, who, refuse }) => {
    const { raceid, name } = input
    const given = { raceid, name, rights: ownRights.filter((right) => input.rights.includes(right)), now }
    const id = await db.transaction().execute(async (tx) => {
      await lockStaff(tx)
      const before =
        input.id === undefined
          ? undefined
          : ((await listOwnRoles(tx, raceid)).find((one) => one.id === input.id) ?? refuse('role_not_found'))
      if (await isOwnRoleNamed(tx, raceid, name, before?.id ?? 0)) refuse('role_name_taken')
      if (before) await updateOwnRole(tx, { ...given, id: before.id })
      const made = before?.id ?? (await insertOwnRole(tx, given))
      await logChange(tx, {
        who,
        now,
        raceid,
        what: before ? 'role changed' : 'role made',
        target: `role ${made}`,
        before: before && { name: before.name, rights: before.rights },
        after: { name, rights: given.rights },
      })
      return made
    })
    for (const staffid of await holdersOf(db, raceid, id)) await refreshSessionsOf(db, staffid)
    return (await listOwnRoles(db, raceid)).find((one) => one.id === id) ?? refuse('role_not_found')
  }),

  handle(consoleRolesRemove, async ({ input: { raceid, id }, db, now, who, refuse }) => {
    await db.transaction().execute(async (tx) => {
      await lockStaff(tx)
      const before = (await listOwnRoles(tx, raceid)).find((one) => one.id === id) ?? refuse('role_not_found')
      if (before.holders > 0) refuse('role_in_use')
      await deleteOwnRole(tx, raceid, id)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'role deleted',
        target: `role ${id}`,
        before: { name: before.name, rights: before.rights },
      })
    })
    return { id }
  }),
]
