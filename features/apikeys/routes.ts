import { type Right, platformRights } from '#contract/rights.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import { lockStaff, logChange } from '#features/staff/service.ts'
import { insertMachine } from '#features/staff/public.store.ts'
import { handle } from '#seam/server/handle.ts'
import { consoleApikeysList, consoleApikeysMake, consoleApikeysRevoke, keyRights } from './contract.ts'
import { keyStateOf, keyText, shownPrefix } from './rules.ts'
import { type ApiKeyRow, countLiveKeys, findKey, insertKey, listKeys, markRevoked } from './store.ts'

const MOST_KEYS = 50
/** Tells whether a right applies to one race. A key of one race could do nothing with a right of the platform. */
const isOfRace = (right: Right): boolean => !platformRights.includes(right)
const shown = (row: ApiKeyRow, now: Date) => ({
  ...row,
  raceid: row.raceid === 0 ? null : row.raceid,
  state: keyStateOf(row, now),
})

export const routes = [
  handle(consoleApikeysList, async ({ input, db, now, may }) => ({
    items: (await listKeys(db, input.raceid ?? 0)).map((row) => shown(row, now)),
    rights: keyRights.filter((right) => may(right) && (input.raceid === undefined || isOfRace(right))),
  })),

  handle(consoleApikeysMake, async ({ input, now, who, may, refuse, save }) => {
    const raceid = input.raceid ?? 0
    if (!input.rights.every((right) => may(right) && (raceid === 0 || isOfRace(right)))) refuse('right_not_yours')
    const expires_at = input.expires_at === null ? null : new Date(input.expires_at)
    if (expires_at !== null && expires_at <= now) refuse('key_end_past')
    const rights = keyRights.filter((right) => input.rights.includes(right))
    const token = newToken()
    const key = keyText(raceid, token)
    const prefix = shownPrefix(raceid, token)
    return save(async (tx) => {
      await lockStaff(tx)
      if ((await countLiveKeys(tx, raceid, now)) >= MOST_KEYS) refuse('keys_too_many')
      const staffid = await insertMachine(tx, `${input.name} (${prefix}…)`, now)
      const id = await insertKey(tx, {
        raceid,
        staffid,
        name: input.name,
        prefix,
        token_hash: tokenHash(key),
        rights,
        made_by: who.staffid!,
        expires_at,
        created_at: now,
      })
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid ?? null,
        what: 'key made',
        target: `key ${id}`,
        after: { name: input.name, rights, ...(expires_at === null ? {} : { until: expires_at.toISOString() }) },
      })
      return { key, item: shown((await findKey(tx, raceid, id))!, now) }
    })
  }),

  handle(consoleApikeysRevoke, async ({ input, db, now, who, refuse }) => {
    const raceid = input.raceid ?? 0
    const row = await db.transaction().execute(async (tx) => {
      await lockStaff(tx)
      const before = (await findKey(tx, raceid, input.id)) ?? refuse('key_unknown')
      if (before.revoked_at !== null) return before
      await markRevoked(tx, raceid, input.id, now)
      await logChange(tx, {
        who,
        now,
        raceid: input.raceid ?? null,
        what: 'key revoked',
        target: `key ${input.id}`,
        before: { name: before.name },
      })
      return { ...before, revoked_at: now }
    })
    return shown(row, now)
  }),
]
