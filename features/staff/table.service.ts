import * as z from 'zod/mini'
import { Flag } from '#contract/scalars.ts'
import type { Lang } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, type Writing, tableSource } from '#seam/server/tables.ts'
import { LogFilter } from './contract.ts'
import { changeSentences, sentenceOf, thingText } from './log/sentence.rules.ts'
import { logWords } from './log/words.ts'
import { isLoggedAction, loggedActions } from './actions.words.ts'
import { type LogRow, listLog } from './store.ts'
import { words } from './words.ts'

const momentIn =
  ({ zone }: Pick<Writing, 'zone'>) =>
  (iso: string): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(iso))
const joinedIn: Record<Lang, string> = { 'zh-cn': '；', 'zh-tw': '；', en: '; ' }

const columns: readonly TableColumn<LogRow>[] = [
  { name: 'at', label: words.log_when, kind: 'moment', cell: ({ at }) => at },
  { name: 'staff', label: words.log_who, kind: 'text', cell: ({ staff }, { lang }) => staff ?? words.log_system[lang] },
  { name: 'sentence', label: logWords.sentence, kind: 'text', cell: (row, { lang }) => sentenceOf(row, lang) },
  {
    name: 'changes',
    label: words.log_change,
    kind: 'text',
    cell: (row, writing) =>
      changeSentences(row, { lang: writing.lang, moment: momentIn(writing) }).join(joinedIn[writing.lang]) || null,
  },
  {
    name: 'what',
    label: words.log_what,
    kind: 'text',
    cell: ({ what }, { lang }) => (isLoggedAction(what) ? loggedActions[what][lang] : what),
  },
  { name: 'target', label: words.log_target, kind: 'text', cell: ({ target }, { lang }) => thingText(target, lang) },
  { name: 'race', label: words.log_race, kind: 'number', cell: ({ raceid }) => raceid || null },
]

/** `everywhere` asks for the entries of all races and of the platform, which only an owner may export. */
const Filter = z.object({ ...LogFilter, everywhere: z._default(Flag, false) })

/** The log of a race, or of everything, as a table, newest first. */
export const table = tableSource<LogRow, z.output<typeof Filter>>({
  name: 'log',
  label: words.log_title,
  right: 'log.read',
  filter: Filter as z.ZodMiniType<z.output<typeof Filter>>,
  filterRight: ({ everywhere }) => (everywhere ? 'staff.manage' : undefined),
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { everywhere, ...filter }, after, limit }) => {
    const of = { ...filter, raceid: everywhere ? null : raceid, before: idIn(after), limit: rowsFor(limit) }
    return pageOf(await listLog(db, of), limit, byId)
  },
})
