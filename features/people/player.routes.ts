import { chinaDay, isDay } from '#contract/days.ts'
import type { GivenOf, ParsedOf } from '#contract/endpoint.ts'
import type { Text } from '#contract/words.ts'
import { violationOf } from '#db/errors/violation.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { keepPerson, blankPersonValues, openOwnDocument } from './service.ts'
import { type Player, userIdnum, wechatBindGet, wechatBindIdnum } from './binding.contract.ts'
import { type Gender, type IdType, checkDocument, isName, lookupsOf, normalIdnum, normalName } from './rules.ts'
import { type PersonRow, findByDocument, findOwnPerson, markOwnDocument } from './store.ts'
import { documentWords, words, wrongName } from './words.ts'

const shown = (row: PersonRow): Player => ({
  _key: row._key,
  name: row.name,
  idtype: row.idtype as IdType,
  country: row.country,
  idnum: row.idnum_mask,
  gender: row.gender as Gender,
})

type Call = Omit<Context<typeof userIdnum>, 'input'> & { input: ParsedOf<typeof userIdnum> }

const unbind = async ({ input, db, seal, now, who, setMessage, refuse, refuseField }: Call) => {
  const row = (await findOwnPerson(db, who.uid!)) ?? refuse('player_unbound')
  await seal.prepare('people')
  if (normalIdnum(input.idnum) === '') refuseField('idnum', words.idnum_empty)
  if (!lookupsOf(input.idnum).includes(lookupsOf(openOwnDocument(seal, row).idnum).at(-1)!))
    refuseField('idnum', words.idnum_inconsistent)
  await markOwnDocument(db, who.uid!, row.document_ix, false, now)
  setMessage(words.player_gone)
  return { player: null }
}

const bind = async ({
  input,
  db,
  seal,
  now,
  who,
  setMessage,
  refuseField,
}: Call): Promise<GivenOf<typeof userIdnum>> => {
  const uid = who.uid!
  const verdict = checkDocument({ idtype: input.idtype, idnum: input.idnum, country: input.country }, now)
  if (!verdict.ok) return refuseField(verdict.why === 'country' ? 'country' : 'idnum', documentWords[verdict.why])
  const { document } = verdict
  const name = normalName(input.name)
  if (name === '') refuseField('name', words.name_empty)
  if (!isName(name, document.kind)) refuseField('name', wrongName(document.kind))
  const need = <T>(value: T | undefined, field: string, said: Text): T => value ?? refuseField(field, said)
  const birth = need(document.birth ?? input.birth, 'birth', words.birth_wrong)
  if (!isDay(birth) || birth > chinaDay(now) || birth < '1900') refuseField('birth', words.birth_wrong)
  const gender = need(document.gender ?? input.gender, 'gender', words.gender_missing)
  await seal.prepare('people')
  const document_ix = seal.blind('people', 'document', document.identity)
  const bound = await findOwnPerson(db, uid)
  const known = await findByDocument(db, uid, document_ix)
  // An account has one document of its own. A saved person with the same document must have the same name, because
  // otherwise the document belongs to somebody else.
  if ((bound && !bound.document_ix.equals(document_ix)) || (known && known.name !== name))
    refuseField('idnum', words.idnum_inconsistent)
  if (!known) {
    await keepPerson(
      db,
      seal,
      uid,
      {
        document,
        name,
        enname: null,
        gender,
        birth,
        mobile: '',
        ...blankPersonValues,
      },
      now,
    )
  }
  // When two callers come at once, only one document is bound.
  await markOwnDocument(db, uid, document_ix, true, now).catch((error: unknown) =>
    violationOf(error)?.constraint === 'one_own_document'
      ? refuseField('idnum', words.idnum_inconsistent)
      : Promise.reject(error as Error),
  )
  setMessage(words.player_bound)
  return { player: shown((await findOwnPerson(db, uid))!) }
}
const bindOrUnbind = (context: Call) => (context.input.unbind ? unbind(context) : bind(context))

export const routes = [
  handle(userIdnum, bindOrUnbind),
  handle(wechatBindIdnum, bindOrUnbind),
  handle(wechatBindGet, async ({ db, who, refuse }) =>
    shown((await findOwnPerson(db, who.uid!)) ?? refuse('player_unbound')),
  ),
]
