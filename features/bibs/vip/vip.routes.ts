import { wrong } from '#contract/wrong.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { holdBibs } from '../changeBib.service.ts'
import { printed } from '../rules.ts'
import { isTaken } from '../store.ts'
import { readWrittenBib } from '../written.rules.ts'
import { consoleBibsVipsList, consoleBibsVipsRemove, consoleBibsVipsSave } from './vip.contract.ts'
import { MOST_VIPS, vipStatesOf, nameKey } from './vip.rules.ts'
import { countVips, findGuest, findVips, listGuests, listVips, removeVip, saveVips } from './vip.store.ts'
import { vipWords } from './vip.words.ts'

export const routes = [
  handle(consoleBibsVipsList, async ({ input: { raceid, after: seen, limit }, db }) => {
    const found = await listVips(db, raceid, { after: idIn(seen), limit: rowsFor(limit) })
    const { rows, after } = pageOf(found, limit, byId)
    const states = vipStatesOf(rows, await listGuests(db, raceid, rows))
    return {
      items: rows.map(({ id, name, registrationid, ...number }) => {
        const found = states.get(id)!
        return {
          id,
          bib: printed(number),
          name: 'guest' in found && name === '' ? found.guest.name : name,
          registrationid,
          state: found.state,
          wears: found.state === 'other' ? found.wears : null,
        }
      }),
      total: await countVips(db, raceid),
      after,
    }
  }),

  handle(consoleBibsVipsSave, async ({ input, now, who, refuse, refuseField, save }) => {
    const { raceid, id, name } = input
    const bib = readWrittenBib(input.bib) ?? refuseField('bib', vipWords.bib_wrong)
    const registrationid = input.registrationid ?? null
    if (name === '' && registrationid === null) return refuseField('name', wrong.required)
    return save(async (tx) => {
      await holdBibs(tx, raceid)
      const guest = registrationid === null ? undefined : await findGuest(tx, raceid, registrationid)
      if (registrationid !== null && !guest) return refuse('registration_not_found')
      const text = printed(bib)
      const [there] = await findVips(tx, raceid, [text])
      if (there && there.id !== id) return refuse('bib_kept_before', { bib: text, name: there.name })
      const before = id === undefined ? undefined : ((await removeVip(tx, raceid, id)) ?? refuse('vip_not_found'))
      if (!before && (await countVips(tx, raceid)) >= MOST_VIPS) return refuse('vips_full')
      const row = { raceid, ...bib, name: name || guest!.name, registrationid }
      const [mine] = await listGuests(tx, raceid, [{ id: 0, ...row }])
      const own = guest ?? (mine && nameKey(mine.name) === nameKey(name) ? mine : undefined)
      if (await isTaken(tx, raceid, text, own?.id ?? 0)) return refuse('bib_taken', { bib: text })
      await saveVips(tx, [{ ...row, staffid: who.staffid, created_at: now }])
      const [kept] = await findVips(tx, raceid, [text])
      // The log outlives the guest's name, so it says only that the name changed.
      const isRenamed = before !== undefined && before.name !== row.name
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'vip bib kept',
        target: `race ${raceid}`,
        before: before && { bib: printed(before), ...(isRenamed ? { name: '' } : {}) },
        after: { bib: text, ...(isRenamed ? { name: 'changed' } : {}) },
      })
      return { id: kept!.id }
    })
  }),

  handle(consoleBibsVipsRemove, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      await holdBibs(tx, raceid)
      const gone = (await removeVip(tx, raceid, id)) ?? refuse('vip_not_found')
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'vip bib released',
        target: `race ${raceid}`,
        before: { bib: printed(gone) },
      })
      return { id }
    }),
  ),
]
