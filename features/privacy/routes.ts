import { byMoment, momentCursorIn } from '#db/pages.ts'
import { type Text, langOf } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { newToken, tokenHash } from '#db/sessions.ts'
import { ownFieldsOf } from '#features/forms/service.ts'
import { countCodeTry, rememberPersonsBrowser, mobileOfAccount, takeMobileCode } from '#features/accounts/service.ts'
import { accountHolderOf } from '#features/accounts/personal.service.ts'
import { saveAccountWish } from '#features/accounts/public.store.ts'
import { listSignatures, removeSignature } from '#features/checkin/public.store.ts'
import { openInvoices } from '#features/invoices/personal.service.ts'
import { listSaved } from '#features/people/public.store.ts'
import { labels } from '#features/fields/words.ts'
import { openPerson } from '#features/people/service.ts'
import { openParcels } from '#features/postage/personal.service.ts'
import { platformName } from '#features/platform/service.ts'
import {
  listTexts,
  saveConsent,
  saveFollowWish,
  saveWishOfRegistrations,
} from '#features/registrations/erasing.public.store.ts'
import { isMine, registrationOf } from '#features/registrations/status/ownership.service.ts'
import type { GivenConsents } from '#features/registrations/signup/consents.rules.ts'
import { saveWishOfResults } from '#features/results/public.store.ts'
import { logChange } from '#features/staff/service.ts'
import { type Parts, type RawRoute, handle, raw } from '#seam/server/handle.ts'
import { routes as consoleRoutes } from './console.routes.ts'
import {
  mydataConsent,
  mydataErase,
  mydataExport,
  mydataHide,
  mydataKeep,
  mydataOpen,
  mydataPlan,
  mydataShow,
} from './contract.ts'
import { askErasure, dueFor, erasurePlanOf, unsentOf, withdrawErasure } from './erasing.service.ts'
import { exportOf } from './exporting.service.ts'
import {
  consentsOf,
  heldRegistrations,
  raceIsOver,
  registrationsFor,
  todaysConsent,
  personalValuesOf,
  valuesOfPerson,
} from './gathering.service.ts'
import { erasureGraceDays, goesAt, isChoice, isStillLive } from './rules.ts'
import { sayErasure } from './erasureText.service.ts'
import { insertConsentChange, insertExport, listErasures, lockErasure, takeExport } from './store.ts'
import { refusals as accounts } from '#features/accounts/words.ts'
import { besideWords, classWords } from './words.ts'

const EXPORT_MINUTES = 10
const codeWords = { code_wrong: accounts.code_wrong.message, code_expired: accounts.code_expired.message }

/** Finds the account's own registration by its key. Returns undefined if the account has no such registration. */
const ownOf = async (parts: Pick<Parts, 'db' | 'seal'>, uid: number, key: string | undefined, now: Date) => {
  const found = key === undefined ? undefined : await registrationOf(parts, key, now)
  return found && (await isMine(parts.db, parts.seal, found.row, uid)) ? found : undefined
}
const personOf = async (db: Db, uid: number, key: string | undefined) =>
  (await listSaved(db, uid)).find(({ _key }) => _key === key)

/** Saves a wish to hide name or age in these registrations and in their results. */
const saveWishes = async (
  tx: Tx,
  raceid: number,
  ids: readonly number[],
  wish: { hide_name: boolean; hide_age: boolean },
  now: Date,
): Promise<void> => {
  await saveWishOfRegistrations(tx, raceid, ids, wish, now)
  await saveWishOfResults(tx, raceid, ids, wish, now)
}

export const routes = [
  handle(mydataShow, async ({ input, db, seal, now, who, lang, refuse }) => {
    const uid = who.uid!
    const holder = (await accountHolderOf(db, uid)) ?? refuse('session_expired')
    const working = { db, seal, lang, now }
    const rows = await registrationsFor(working, uid, { before: momentCursorIn(input.after), limit: input.limit })
    const [registrations, people, erasures] = await Promise.all([
      heldRegistrations(working, rows),
      listSaved(db, uid),
      listErasures(db, uid),
    ])
    return {
      account: { ...holder, mobile: holder.mobile_mask },
      people: people.map((person) => ({ ...person, idnum: person.idnum_mask, mobile: person.mobile_mask })),
      registrations,
      after: rows.length === input.limit ? byMoment(rows.at(-1)!) : null,
      erasures: await Promise.all(erasures.map((row) => sayErasure(db, lang, row, now))),
    }
  }),

  handle(mydataOpen, async ({ input, db, seal, now, who, lang, refuse }) => {
    const uid = who.uid!
    if (input.kind === 'account') {
      const mobile = await mobileOfAccount(db, seal, uid)
      const of = (said: Text, value: string | null | undefined) =>
        value ? [{ class: classWords.contact[lang], label: said[lang], value }] : []
      const [invoices, parcels] = await Promise.all([openInvoices({ db, seal }, uid), openParcels({ db, seal }, uid)])
      return {
        values: [
          ...of(labels.mobile, mobile),
          ...[...new Set(invoices.map(({ email }) => email))].flatMap((email) => of(besideWords.invoice_email, email)),
          ...parcels.flatMap(({ contact }) =>
            of(besideWords.parcel_to, contact && `${contact.name} ${contact.mobile} ${contact.address}`),
          ),
        ],
      }
    }
    if (input.kind === 'person') {
      const person = (await openPerson(db, seal, uid, input.id ?? '')) ?? refuse('nothing_held')
      return { values: valuesOfPerson(lang, person) }
    }
    const { row } = (await ownOf({ db, seal }, uid, input.id, now)) ?? refuse('nothing_held')
    await seal.prepare(raceScope(row.raceid))
    const own = await ownFieldsOf(db, row.raceid)
    return { values: personalValuesOf({ seal, lang }, row, await listSignatures(db, row.raceid, [row.id]), own) }
  }),

  handle(mydataHide, async ({ input, db, seal, now, who, save, refuse }) => {
    const uid = who.uid!
    const wish = { hide_name: input.hide_name, hide_age: input.hide_age }
    const rows =
      input.id === undefined
        ? await registrationsFor({ db, seal, now }, uid, { limit: 500 })
        : [((await ownOf({ db, seal }, uid, input.id, now)) ?? refuse('nothing_held')).row]
    return save(async (tx) => {
      if (input.id === undefined) await saveAccountWish(tx, uid, wish, now)
      for (const [raceid, own] of [
        ...Map.groupBy(
          rows.filter(({ erased_at }) => !erased_at),
          (row) => row.raceid,
        ),
      ].toSorted(([a], [b]) => a - b)) {
        const ids = own.map(({ id }) => id).toSorted((a, b) => a - b)
        await saveWishes(tx, raceid, ids, wish, now)
        if (input.no_follow !== undefined) await saveFollowWish(tx, raceid, ids, input.no_follow, now)
      }
      return { ...wish, registrations: rows.length }
    })
  }),

  handle(mydataConsent, async ({ input, db, seal, now, who, lang, refuse, save }) => {
    const uid = who.uid!
    const { row, race } = (await ownOf({ db, seal }, uid, input.id, now)) ?? refuse('nothing_held')
    const [signature] = (await listSignatures(db, race.id, [row.id])).filter(
      ({ kind, consent }) => kind === 'health' && consent !== '',
    )
    const today = input.name === 'health' ? undefined : await todaysConsent({ db, lang, now }, race.id, input.name)
    const before = (row.consents as GivenConsents)[input.name as keyof GivenConsents]
    if (input.name === 'health' ? !signature || input.given : !today || (!input.given && !before))
      return refuse('consent_unknown')
    const carries = input.name !== 'health' && !isChoice(input.name)
    if (carries && (input.given || (isStillLive(row) && !(await raceIsOver({ db, now }, race.id)))))
      return refuse('consent_carries_race')
    const consent =
      today &&
      (input.given
        ? { version: today.version, at: now.toISOString(), hash: today.hash }
        : { ...before!, withdrawn_at: before!.withdrawn_at ?? now.toISOString() })
    const texts = await listTexts(db, race.id, consent?.hash ? [consent.hash] : [])
    return save(async (tx) => {
      await insertConsentChange(tx, {
        raceid: race.id,
        registrationid: row.id,
        name: input.name,
        given: input.given,
        version: consent?.version ?? signature!.consent,
        hash: consent?.hash ?? null,
        uid,
        at: now,
      })
      if (consent) await saveConsent(tx, { raceid: race.id, id: row.id }, input.name, consent, now)
      else await removeSignature(tx, race.id, row.id, 'health')
      if (input.name === 'publication')
        await saveWishes(tx, race.id, [row.id], { hide_name: !input.given, hide_age: !input.given }, now)
      if (carries)
        await askErasure(tx, {
          uid,
          scope: 'registration',
          raceid: race.id,
          registrationid: row.id,
          person: null,
          anonymous: true,
          asked_at: now,
          due_at: goesAt(now, erasureGraceDays),
        })
      const consents = { ...(row.consents as GivenConsents), ...(consent ? { [input.name]: consent } : {}) }
      const shown = consentsOf(lang, { ...row, consents }, texts, race.settings.consents, signature).find(
        ({ name }) => name === input.name,
      )!
      return input.name === 'health' ? { ...shown, withdrawn_at: now } : shown
    })
  }),

  handle(mydataExport, async ({ now, who, save }) => {
    const token = newToken()
    return save(async (tx) => {
      await insertExport(tx, {
        token_hash: tokenHash(token),
        uid: who.uid!,
        session: Number(who.session),
        created_at: now,
        expires_at: new Date(now.getTime() + EXPORT_MINUTES * 60_000),
      })
      await logChange(tx, { who: undefined, now, raceid: null, what: 'copy asked for', target: `account ${who.uid}` })
      return { path: `/mydata/copy/${token}`, expires_in: EXPORT_MINUTES * 60 }
    })
  }),

  handle(mydataPlan, async ({ input, db, seal, now, who, lang, refuse }) => {
    const uid = who.uid!
    const found =
      input.kind === 'registration'
        ? ((await ownOf({ db, seal }, uid, input.id, now)) ?? refuse('nothing_held'))
        : undefined
    if (input.kind === 'person' && !(await personOf(db, uid, input.id))) return refuse('nothing_held')
    const { due, needed } = await dueFor(
      { db, seal },
      uid,
      found ? { scope: 'registration', row: found.row } : { scope: input.kind as 'person' | 'account' },
      now,
    )
    const unsent = await unsentOf(db, found ? { uid, raceid: found.row.raceid, registrationid: found.row.id } : { uid })
    return { due_at: due, ...(await erasurePlanOf(db, lang, input.kind, { anonymous: true, needed, unsent }, now)) }
  }),

  handle(mydataErase, async (context) => {
    const { input, db, seal, now, who, lang, say, refuse, save } = context
    const uid = who.uid!
    const found =
      input.kind === 'registration'
        ? ((await ownOf({ db, seal }, uid, input.id, now)) ?? refuse('nothing_held'))
        : undefined
    const person = input.kind === 'person' ? ((await personOf(db, uid, input.id)) ?? refuse('nothing_held')) : undefined
    if (found?.row.erased_at) return refuse('nothing_held')
    const mobile = (await mobileOfAccount(db, seal, uid)) ?? refuse('no_mobile')
    const same = (await listErasures(db, uid)).some(
      (one) =>
        !one.done_at &&
        !one.withdrawn_at &&
        one.scope === input.kind &&
        one.registrationid === (found?.row.id ?? null) &&
        one.raceid === (found?.race.id ?? null) &&
        one.person === (person?._key ?? null),
    )
    if (same) return refuse('erasure_asked')
    const tried = await countCodeTry(db, seal, mobile, context, now)
    if (tried) return tried === 'code_spent' ? refuse('code_spent') : refuse('too_often', { retry_after: tried.wait })
    const { due } = await dueFor(
      { db, seal },
      uid,
      found ? { scope: 'registration', row: found.row } : { scope: input.kind as 'person' | 'account' },
      now,
    )
    const erasure = await save(async (tx) => {
      const why = await takeMobileCode(tx, seal, mobile, input.code, now)
      if (why) return refuse(why, { fields: { code: say(codeWords[why]) } })
      const row = await askErasure(tx, {
        uid,
        scope: input.kind,
        raceid: found?.race.id ?? null,
        registrationid: found?.row.id ?? null,
        person: person?._key ?? null,
        anonymous: input.anonymous,
        asked_at: now,
        due_at: due,
      })
      await logChange(tx, {
        who: undefined,
        now,
        raceid: found?.race.id ?? null,
        what: 'erasure asked for',
        target: found ? `registration ${found.row.id}` : `account ${uid}`,
      })
      return sayErasure(db, lang, row, now)
    })
    await rememberPersonsBrowser(db, seal, mobile, context, now)
    return erasure
  }),

  handle(mydataKeep, async ({ input, db, now, who, lang, refuse, save }) =>
    save(async (tx) => {
      const row = await lockErasure(tx, input.id)
      if (!row || row.uid !== who.uid || row.done_at || row.withdrawn_at) return refuse('erasure_over')
      await withdrawErasure(tx, row.id, now)
      await logChange(tx, {
        who: undefined,
        now,
        raceid: row.raceid,
        what: 'erasure taken back',
        target: row.registrationid ? `registration ${row.registrationid}` : `account ${row.uid}`,
      })
      return sayErasure(db, lang, { ...row, withdrawn_at: now }, now)
    }),
  ),

  ...consoleRoutes,
]

export const rawRoutes: RawRoute[] = [
  raw(
    'GET',
    '/mydata/copy/:token',
    "Returns the copy of an account's data by its one-time link, until the session that asked for the copy ends.",
    async (parts, request, reply, callers) => {
      const { token } = request.params as { token: string }
      const now = parts.clock()
      const gone = () =>
        reply.code(404).header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').send()
      const taken = /^[\w-]{43}$/.test(token) ? await takeExport(parts.db, tokenHash(token), now) : undefined
      if (!taken) return gone()
      // A webview that uses a token in place of a cookie sends no session here, and gets the copy. A caller with the
      // session of another person is refused.
      const { runner } = await callers()
      if (runner.uid !== null && runner.uid !== taken.uid) return gone()
      const lang = langOf(request.headers['accept-language'])
      const day = now.toISOString().slice(0, 10)
      const zip = await exportOf({ ...parts, lang, now }, taken.uid, `${await platformName(parts.db, lang)} ${day}`)
      await parts.db
        .transaction()
        .execute((tx) =>
          logChange(tx, { who: undefined, now, raceid: null, what: 'copy taken', target: `account ${taken.uid}` }),
        )
      return reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header('content-disposition', `attachment; filename="startline-${day}.zip"`)
        .type('application/zip')
        .send(zip)
    },
  ),
]
