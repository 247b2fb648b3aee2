import type { Lang } from '#contract/words.ts'
import { raceScope } from '#db/seal.ts'
import { readKept, readPrivateFile } from '#features/files/actions.ts'
import { bodyOf, type Values } from '#features/messages/rules.ts'
import { type Template, templates } from '#features/messages/words.ts'
import { openPerson } from '#features/people/actions.ts'
import { openKept } from '#features/registrations/actions.ts'
import type { Parts } from '#server/answer.ts'
import { heldRegistrations, registrationsFor, valuesOf } from './gathering.ts'
import { findHolder, listConsentChanges, listErasures, listFiles, listMessages, listOrders, listPersons, listResults, listSessions, listSignatures } from './store.ts'
import { zipOf } from './zip.ts'

type Working = Pick<Parts, 'db' | 'seal' | 'outside'> & { lang: Lang; now: Date }

/** Everything held on an account, in the clear, as one object. */
export const gatherAll = async (working: Working, uid: number) => {
  const { db, seal, lang, now } = working
  await seal.prepare('accounts')
  const holder = (await findHolder(db, uid))!
  const rows = await registrationsFor(working, uid, { limit: 500 })
  const held = await heldRegistrations(working, rows)
  const registrations = []
  for (const row of rows) {
    await seal.prepare(raceScope(row.raceid))
    const [signatures, results, changes] = await Promise.all([listSignatures(db, row.raceid, [row.id]), listResults(db, row.raceid, [row.id]), listConsentChanges(db, row.raceid, [row.id])])
    const shown = held.find(({ _key }) => _key === row._key)
    if (!shown) continue
    registrations.push({
      ...shown, state: row.state, bib: row.bib === null ? null : `${row.prefix_bib ?? ''}${row.bib}`, ...openKept(seal, row), values: valuesOf(working, row, signatures),
      results: results.map(({ bib, name, outcome, gun_ms, net_ms, place }) => ({ bib, name, outcome, gun_ms, net_ms, place })),
      consent_history: changes.map(({ name, given, version, hash, at }) => ({ name, given, version, hash, at })),
    })
  }
  const people = []
  for (const { _key } of await listPersons(db, uid)) people.push(await openPerson(db, seal, uid, _key))
  const messages = (await listMessages(db, uid)).map(({ template, content, created_at, raceid }) => {
    const values = JSON.parse(seal.open('accounts', 'message content', content) || '{}') as Values
    return { at: created_at, raceid, text: Object.hasOwn(templates, template) ? bodyOf(template as Template, values, lang) : template }
  })
  const [orders, files, sessions, erasures] = await Promise.all([listOrders(db, uid), listFiles(db, uid), listSessions(db, uid), listErasures(db, uid)])
  return {
    made_at: now,
    account: { uid, mobile: holder.mobile && seal.open('accounts', 'mobile', holder.mobile), created_at: holder.created_at, hide_name: holder.hide_name, hide_age: holder.hide_age },
    registrations, people, orders, messages, sessions, files: files.map(({ raceid, name, created_at, private: sealed, hash, ext }) => ({ raceid, name, created_at, private: sealed, file: `files/${hash}.${ext}` })),
    erasures: erasures.map(({ scope, asked_at, due_at, done_at, withdrawn_at }) => ({ scope, asked_at, due_at, done_at, withdrawn_at })),
  }
}
export type Everything = Awaited<ReturnType<typeof gatherAll>>

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
const shownOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return ''
  if (value instanceof Date) return escaped(value.toISOString())
  if (Array.isArray(value)) return value.map((one) => `<div class="i">${shownOf(one)}</div>`).join('')
  if (typeof value === 'object') {
    const rows = Object.entries(value).flatMap(([name, one]) => (shownOf(one) === '' ? [] : [`<tr><th scope="row">${escaped(name)}</th><td>${shownOf(one)}</td></tr>`]))
    return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`
  }
  return escaped(String(value))
}
/** The same to be read by a person, without a program of ours. */
export const readable = (everything: object, title: string, lang: Lang): string =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{border-top:1px solid #ddd;padding:.4rem;text-align:left;vertical-align:top}th{width:11rem;font-weight:500;color:#555}.i{margin:.5rem 0;padding:.5rem;border:1px solid #ddd;border-radius:8px}</style><h1>${escaped(title)}</h1>${Object.entries(everything).map(([name, value]) => `<h2>${escaped(name)}</h2>${shownOf(value)}`).join('')}</html>`

/** The copy that its holder takes away. */
export const exportOf = async (working: Working, uid: number, title: string): Promise<Buffer> => {
  const everything = await gatherAll(working, uid)
  const pictures = []
  for (const file of await listFiles(working.db, uid)) {
    const bytes = file.private ? await readPrivateFile(working, file) : await readKept(working, `/files/${file.raceid}/${file.hash}.${file.ext}`)
    if (bytes) pictures.push({ name: `files/${file.hash}.${file.ext}`, bytes })
  }
  return zipOf([{ name: 'data.json', bytes: Buffer.from(JSON.stringify(everything, null, 2)) }, { name: 'data.html', bytes: Buffer.from(readable(everything, title, working.lang)) }, ...pictures], working.now)
}
