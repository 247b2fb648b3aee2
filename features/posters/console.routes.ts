import { readEvent } from '#features/events/service.ts'
import { isKept } from '#features/files/service.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { drawPreview, posterOf, savePoster, refreshEvents } from './service.ts'
import {
  consolePostersList,
  consolePostersOrder,
  consolePostersRemove,
  consolePostersSave,
} from './console.contract.ts'
import { designPictures } from './rules.ts'
import { dayOf } from './showing.service.ts'
import { type PosterRow, findPoster, listPosters, lockPosters, removePoster, updatePoster } from './store.ts'

const forStaff = (row: PosterRow) => ({ ...posterOf(row), published: row.published_at !== null })

export const consoleRoutes = [
  handle(consolePostersList, async ({ input, db }) => ({ items: (await listPosters(db, input.raceid)).map(forStaff) })),

  handle(consolePostersSave, async ({ input, db, integrations, origin, now, lang, who, refuse, save }) => {
    const { raceid, id, use, name, names, design, published, updated_at, eventid = null } = input
    const race = (await readRace(db, raceid, now)) ?? refuse('race_not_found')
    if (id !== undefined && !(await findPoster(db, raceid, id))) return refuse('poster_unknown')
    if (eventid !== null && !(await readEvent(db, raceid, eventid, now))) return refuse('event_unknown')
    for (const path of [...designPictures(design), ...(input.preview ? [input.preview] : [])])
      if (!(await isKept(db, raceid, path))) return refuse('poster_picture_unknown')
    const preview =
      input.preview ??
      (await drawPreview({ db, integrations, clock: () => now }, raceid, design, {
        race: race.name,
        date: dayOf(race, lang),
        link: `${origin}/home?raceid=${raceid}`,
      }))
    return save(async (tx) => {
      const held = (await lockPosters(tx, raceid)).find((row) => row.id === id)
      if (id !== undefined && !held) return refuse('poster_unknown')
      if (held && updated_at !== undefined && held.updated_at.toISOString() !== updated_at)
        return refuse('poster_changed_meanwhile')
      const published_at = published ? (held?.published_at ?? now) : null
      const after = await savePoster(
        tx,
        raceid,
        { eventid, use, name, names, design, preview, published_at },
        now,
        held,
      )
      await logChange(tx, {
        who,
        now,
        raceid,
        what: held ? 'poster changed' : 'poster written',
        target: `poster ${after.id}`,
        before: held,
        after,
      })
      return forStaff(after)
    })
  }),

  handle(consolePostersOrder, async ({ input: { raceid, ids }, now, who, refuse, save }) =>
    save(async (tx) => {
      const rows = await lockPosters(tx, raceid)
      if (new Set(ids).size !== ids.length || ids.length !== rows.length || rows.some((row) => !ids.includes(row.id)))
        return refuse('poster_order_incomplete')
      for (const row of rows) {
        const position = ids.indexOf(row.id) + 1
        if (row.position !== position) await updatePoster(tx, raceid, row.id, { position })
      }
      await refreshEvents(tx, raceid, now)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'posters put in order',
        target: `posters ${raceid}`,
        after: { order: ids },
      })
      return { items: (await listPosters(tx, raceid)).map(forStaff) }
    }),
  ),

  handle(consolePostersRemove, async ({ input: { raceid, id }, now, who, refuse, save }) =>
    save(async (tx) => {
      const before = (await lockPosters(tx, raceid)).find((row) => row.id === id) ?? refuse('poster_unknown')
      await removePoster(tx, raceid, id)
      await refreshEvents(tx, raceid, now)
      await logChange(tx, { who, now, raceid, what: 'poster removed', target: `poster ${id}`, before })
      return { id }
    }),
  ),
]
