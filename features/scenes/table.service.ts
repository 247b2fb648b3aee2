import * as z from 'zod/mini'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { addressOfScene } from './pictures.service.ts'
import { consoleScenesList } from './console.contract.ts'
import { stateOfScene } from './scene.rules.ts'
import { paramsOf } from './service.ts'
import { type SceneRow, listScenes } from './store.ts'
import { words } from './words.ts'

const Filter = z.pick(consoleScenesList.input, { q: true, batch: true })

const columns: readonly TableColumn<SceneRow>[] = [
  { name: 'label', label: words.label, kind: 'text', cell: ({ label }) => label },
  { name: 'batch', label: words.batch_head, kind: 'number', cell: ({ batch }) => batch },
  { name: 'scene', label: words.scene, kind: 'text', cell: ({ scene }) => scene },
  {
    name: 'page',
    label: words.page,
    kind: 'text',
    cell: (row) => {
      const query = new URLSearchParams(paramsOf(row)).toString()
      return query === '' ? row.page : `${row.page}?${query}`
    },
  },
  { name: 'scans', label: words.scans_head, kind: 'number', cell: ({ scans }) => scans },
  { name: 'first_at', label: words.first, kind: 'moment', cell: ({ first_at }) => first_at },
  { name: 'last_at', label: words.last, kind: 'moment', cell: ({ last_at }) => last_at },
  { name: 'expires_at', label: words.expires, kind: 'moment', cell: ({ expires_at }) => expires_at },
  {
    name: 'state',
    label: words.state,
    kind: 'text',
    cell: (row, { lang, now }) => words[stateOfScene(row, now)][lang],
  },
  { name: 'created_at', label: words.created, kind: 'moment', cell: ({ created_at }) => created_at },
  { name: 'address', label: words.address, kind: 'text', cell: (row, { origin = '' }) => addressOfScene(origin, row) },
]

/** The scenes with the filters of their list, the newest first. */
export const table = tableSource<SceneRow, z.output<typeof Filter>>({
  name: 'scenes',
  label: words.title,
  right: 'race.edit',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { q, batch }, after, limit }) =>
    pageOf(await listScenes(db, raceid, { q, batch, before: idIn(after), limit: rowsFor(limit) }), limit, byId),
})
