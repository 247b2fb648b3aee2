import * as z from 'zod/mini'
import { nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type TableColumn, tableSource } from '#seam/server/tables.ts'
import { consoleInvitationsList } from './contract.ts'
import type { CodeSource } from './ledger/rules.ts'
import { ledgerWords } from './ledger/words.ts'
import { invitationState, normalCode, remainingUses } from './rules.ts'
import { type InvitationRow, listInvitations } from './store.ts'
import { words } from './words.ts'

const Filter = z.pick(consoleInvitationsList.input, { q: true })

const columns: readonly TableColumn<InvitationRow>[] = [
  { name: 'code', label: words.code, kind: 'text', cell: ({ code }) => code },
  { name: 'label', label: words.label, kind: 'text', cell: ({ label }) => label },
  {
    name: 'event',
    label: words.scope,
    kind: 'text',
    cell: ({ e_name, e_names }, { lang }) => (e_name === null ? words.any_event[lang] : nameIn(lang, e_name, e_names)),
  },
  {
    name: 'state',
    label: words.state,
    kind: 'text',
    cell: (row, { lang, now }) => words[invitationState(row, now)][lang],
  },
  { name: 'uses', label: words.uses, kind: 'number', cell: ({ uses }) => uses },
  { name: 'used', label: words.used, kind: 'number', cell: ({ used }) => used },
  { name: 'remaining', label: words.remaining, kind: 'number', cell: (row) => remainingUses(row) },
  { name: 'price', label: words.price_yuan, kind: 'money', cell: ({ price }) => price },
  {
    name: 'direct',
    label: words.direct_short,
    kind: 'text',
    cell: ({ direct }, { lang }) => (direct ? words.direct_short[lang] : null),
  },
  {
    name: 'source',
    label: ledgerWords.source,
    kind: 'text',
    cell: ({ source }, { lang }) => ledgerWords[source as CodeSource][lang],
  },
  { name: 'expires_at', label: words.expires, kind: 'moment', cell: ({ expires_at }) => expires_at },
  { name: 'created_at', label: words.created, kind: 'moment', cell: ({ created_at }) => created_at },
]

/** The invitation codes with the filters of their list, the newest first. */
export const table = tableSource<InvitationRow, z.output<typeof Filter>>({
  name: 'invitations',
  label: words.invitations,
  right: 'invitations.edit',
  filter: Filter,
  columns: async () => columns,
  read: async ({ db }, { raceid, filter: { q }, after, limit }) =>
    pageOf(
      await listInvitations(db, raceid, { q, code: normalCode(q), before: idIn(after), limit: rowsFor(limit) }),
      limit,
      byId,
    ),
})
