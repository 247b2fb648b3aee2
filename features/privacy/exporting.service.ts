import type { Lang } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readKept, readPrivateFile } from '#features/files/service.ts'
import { pdfName } from '#features/invoices/rules.ts'
import { bodyOf, type Values } from '#features/messages/rules.ts'
import { type Template, templates } from '#features/messages/words.ts'
import { openPerson } from '#features/people/service.ts'
import { openKept } from '#features/registrations/changes/changes.service.ts'
import { withPlaces } from '#features/results/ranking/placing.service.ts'
import { zipOf } from '#integrations/archives/zip.ts'
import type { Parts } from '#seam/server/handle.ts'
import { heldRegistrations, registrationsFor, valuesOf } from './gathering.service.ts'
import {
  findHolder,
  listConsentChanges,
  listErasures,
  listFiles,
  listMessages,
  listOrders,
  listPersons,
  listResults,
  listSessions,
  listSignatures,
} from './store.ts'
import {
  listAboutPhotos,
  listClaims,
  listInvoices,
  listLeavings,
  listParcels,
  listShifts,
  racesWithVolunteers,
} from './belongings.store.ts'
import { labelOf, yesNo } from './copy.words.ts'

type Working = Pick<Parts, 'db' | 'seal' | 'outside'> & { lang: Lang; now: Date }

const fileOfInvoice = (key: string) => `files/invoice-${key}.pdf`
/** Invoices that an account asked for, with where each was to be sent. */
export const openInvoices = async ({ db, seal }: Pick<Working, 'db' | 'seal'>, uid: number) => {
  const rows = await listInvoices(db, uid)
  for (const raceid of new Set(rows.map((row) => row.raceid))) await seal.prepare(raceScope(raceid))
  return rows.map(({ email, file, ...row }) => ({
    ...row,
    email: seal.open(raceScope(row.raceid), 'invoice email', email),
    file: file ? fileOfInvoice(row._key) : null,
  }))
}
/** Parcels with whom they are addressed to; null once that was erased. */
export const openParcels = async ({ db, seal }: Pick<Working, 'db' | 'seal'>, uid: number) => {
  const rows = await listParcels(db, uid)
  for (const raceid of new Set(rows.map((row) => row.raceid))) await seal.prepare(raceScope(raceid))
  return rows.map(({ contact, ...row }) => ({
    ...row,
    contact: JSON.parse(seal.open(raceScope(row.raceid), 'parcel contact', contact) || 'null') as {
      name: string
      mobile: string
      address: string
    } | null,
  }))
}
/** Shifts under the account's mobile, in whichever race. */
const openShifts = async ({ db, seal }: Pick<Working, 'db' | 'seal'>, mobile: string) => {
  const found = []
  for (const raceid of await racesWithVolunteers(db)) {
    const scope = raceScope(raceid)
    await seal.prepare(scope)
    for (const shift of await listShifts(db, raceid, seal.blind(scope, 'mobile', mobile)))
      found.push({
        raceid,
        ...shift,
        idnum: seal.open(scope, 'volunteer idnum', shift.idnum),
        mobile: shift.mobile && seal.open(scope, 'volunteer mobile', shift.mobile),
      })
  }
  return found
}

/** One registration with all that hangs on it; undefined where its race is gone. The race's key is prepared here. */
const openRegistration = async (
  working: Working,
  row: Awaited<ReturnType<typeof registrationsFor>>[number],
  held: Awaited<ReturnType<typeof heldRegistrations>>,
) => {
  const { db, seal } = working
  await seal.prepare(raceScope(row.raceid))
  const [claims, leavings, signatures, results, changes] = await Promise.all([
    listClaims(db, row.raceid, row.id),
    listLeavings(db, row.raceid, row.id),
    listSignatures(db, row.raceid, [row.id]),
    listResults(db, row.raceid, [row.id]),
    listConsentChanges(db, row.raceid, [row.id]),
  ])
  const shown = held.find(({ _key }) => _key === row._key)
  if (!shown) return undefined
  return {
    ...shown,
    state: row.state,
    bib: row.bib === null ? null : `${row.prefix_bib ?? ''}${row.bib}`,
    ...openKept(seal, row),
    values: valuesOf(working, row, signatures),
    results: (await withPlaces(db, results)).map(({ bib, name, outcome, gun_ms, net_ms, place }) => ({
      bib,
      name,
      outcome,
      gun_ms,
      net_ms,
      place,
    })),
    claims: claims.map(({ time_ms, note, proof, state, reason, created_at }) => ({
      time_ms,
      note,
      proof,
      state,
      reason,
      created_at,
    })),
    leavings,
    consent_history: changes.map(({ name, given, version, hash, at }) => ({ name, given, version, hash, at })),
  }
}

/** Messages as they were sent; one whose template is gone is named by it. */
const openMessages = async ({ db, seal, lang }: Working, uid: number) =>
  (await listMessages(db, uid)).map(({ template, content, created_at, raceid }) => {
    const values = JSON.parse(seal.open('accounts', 'message content', content) || '{}') as Values
    return {
      at: created_at,
      raceid,
      text: Object.hasOwn(templates, template) ? bodyOf(template as Template, values, lang) : template,
    }
  })

/** Everything held on an account, in the clear, as one object. */
export const gatherAll = async (working: Working, uid: number) => {
  const { db, seal, now } = working
  await seal.prepare('accounts')
  const holder = (await findHolder(db, uid))!
  const rows = await registrationsFor(working, uid, { limit: 500 })
  const held = await heldRegistrations(working, rows)
  const registrations = []
  for (const row of rows) {
    const registration = await openRegistration(working, row, held)
    if (registration) registrations.push(registration)
  }
  const people = []
  for (const { _key } of await listPersons(db, uid)) people.push(await openPerson(db, seal, uid, _key))
  const messages = await openMessages(working, uid)
  const mobile = holder.mobile && seal.open('accounts', 'mobile', holder.mobile)
  const [orders, files, sessions, erasures, photos, invoices, parcels, shifts] = await Promise.all([
    listOrders(db, uid),
    listFiles(db, uid),
    listSessions(db, uid),
    listErasures(db, uid),
    listAboutPhotos(db, uid),
    openInvoices(working, uid),
    openParcels(working, uid),
    mobile ? openShifts(working, mobile) : [],
  ])
  return {
    made_at: now,
    account: { uid, mobile, created_at: holder.created_at, hide_name: holder.hide_name, hide_age: holder.hide_age },
    registrations,
    people,
    orders,
    invoices,
    parcels,
    shifts,
    photos,
    messages,
    sessions,
    files: files.map(({ raceid, name, created_at, private: sealed, hash, ext }) => ({
      raceid,
      name,
      created_at,
      private: sealed,
      file: `files/${hash}.${ext}`,
    })),
    erasures: erasures.map(({ scope, asked_at, due_at, done_at, withdrawn_at }) => ({
      scope,
      asked_at,
      due_at,
      done_at,
      withdrawn_at,
    })),
  }
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const shownOf = (value: unknown, lang: Lang): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return yesNo[value ? 'yes' : 'no'][lang]
  if (value instanceof Date) return escaped(value.toISOString())
  if (Array.isArray(value)) return value.map((one) => `<div class="i">${shownOf(one, lang)}</div>`).join('')
  if (typeof value === 'object') {
    const rows = Object.entries(value).flatMap(([name, one]) => {
      const said = shownOf(one, lang)
      return said === '' ? [] : [`<tr><th scope="row">${escaped(labelOf(name, lang))}</th><td>${said}</td></tr>`]
    })
    return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`
  }
  return escaped(String(value))
}
/** The same to be read by a person, without a program of ours. */
export const readable = (everything: object, title: string, lang: Lang): string =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{border-top:1px solid #ddd;padding:.4rem;text-align:left;vertical-align:top}th{width:11rem;font-weight:500;color:#555}.i{margin:.5rem 0;padding:.5rem;border:1px solid #ddd;border-radius:8px}</style><h1>${escaped(title)}</h1>${Object.entries(
    everything,
  )
    .map(([name, value]) => {
      const said = shownOf(value, lang)
      return said === '' ? '' : `<h2>${escaped(labelOf(name, lang))}</h2>${said}`
    })
    .join('')}</html>`

/** The copy that its holder takes away. */
export const exportOf = async (working: Working, uid: number, title: string): Promise<Buffer> => {
  const everything = await gatherAll(working, uid)
  const pictures = []
  for (const file of await listFiles(working.db, uid)) {
    const bytes = file.private
      ? await readPrivateFile(working, file)
      : await readKept(working, `/files/${file.raceid}/${file.hash}.${file.ext}`)
    if (bytes) pictures.push({ name: `files/${file.hash}.${file.ext}`, bytes })
  }
  for (const { raceid, _key, file } of everything.invoices) {
    const sealed = file ? await working.outside.files.read(pdfName(raceid, _key)) : undefined
    if (sealed)
      pictures.push({
        name: fileOfInvoice(_key),
        bytes: Buffer.from(working.seal.open(raceScope(raceid), 'invoice file', sealed), 'base64'),
      })
  }
  return zipOf(
    [
      { name: 'data.json', bytes: Buffer.from(JSON.stringify(everything, null, 2)) },
      { name: 'data.html', bytes: Buffer.from(readable(everything, title, working.lang)) },
      ...pictures,
    ],
    working.now,
  )
}
