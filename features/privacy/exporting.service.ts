import type { Lang } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { accountHolderOf } from '#features/accounts/personal.service.ts'
import { listSignatures } from '#features/checkin/public.store.ts'
import { ownFieldsOf } from '#features/forms/service.ts'
import { openKept } from '#features/registrations/changes/changes.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { zipOf } from '#integrations/archives/zip.ts'
import { type PersonalCopy, everyPersonal } from '#seam/server/personal.ts'
import { escapedHtml } from '#contract/written.ts'
import { fieldLabelOf, yesNo } from './copy.words.ts'
import { heldRegistrations, registrationsFor, personalValuesOf } from './gathering.service.ts'
import { listConsentChanges, listErasures } from './store.ts'

/**
 * Opens one registration with everything that belongs to it. Returns undefined if the race was removed. The function
 * prepares the race's key.
 */
const openRegistration = async (
  working: PersonalCopy,
  row: Awaited<ReturnType<typeof registrationsFor>>[number],
  held: Awaited<ReturnType<typeof heldRegistrations>>,
) => {
  const { db, seal } = working
  await seal.prepare(raceScope(row.raceid))
  const [signatures, changes, ...hanging] = await Promise.all([
    listSignatures(db, row.raceid, [row.id]),
    listConsentChanges(db, row.raceid, [row.id]),
    ...everyPersonal.get().map(({ copy }) => copy?.ofRegistration?.(db, row.raceid, row.id)),
  ])
  const shown = held.find(({ _key }) => _key === row._key)
  if (!shown) return undefined
  const { sealed: _, ...kept } = openKept(seal, row)
  return {
    ...shown,
    state: row.state,
    bib: row.bib === null ? null : `${row.prefix_bib ?? ''}${row.bib}`,
    ...kept,
    values: personalValuesOf(working, row, signatures, await ownFieldsOf(db, row.raceid)),
    ...inOrder(['results', 'claims', 'leavings'], hanging),
    consent_history: changes.map(({ name, given, version, hash, at }) => ({ name, given, version, hash, at })),
  }
}

/** Merges the sections of all rooms. The sections that `sections` names come first. */
const inOrder = (sections: readonly string[], given: readonly (Record<string, unknown> | undefined)[]) => {
  const all = Object.assign({}, ...given) as Record<string, unknown>
  return { ...Object.fromEntries(sections.filter((name) => name in all).map((name) => [name, all[name]])), ...all }
}
const sections = [
  'people',
  'orders',
  'invoices',
  'parcels',
  'purchases',
  'prizes',
  'draws',
  'collections',
  'tickets',
  'addresses',
  'shop_orders',
  'shop_returns',
  'coupons',
  'deposits',
  'clubs',
  'name_checks',
  'feed',
  'shifts',
  'photos',
  'messages',
  'sessions',
  'files',
]

/** Gathers the data of an account, unmasked, as one object, with at most 500 registrations. */
export const gatherAll = async (working: PersonalCopy, uid: number) => {
  const { db, seal, now } = working
  await seal.prepare('accounts')
  const holder = (await accountHolderOf(db, uid))!
  const rows = await registrationsFor(working, uid, { limit: 500 })
  const held = await heldRegistrations(working, rows)
  const registrations = []
  for (const row of rows) {
    const registration = await openRegistration(working, row, held)
    if (registration) registrations.push(registration)
  }
  const mobile = holder.mobile && seal.open('accounts', 'mobile', holder.mobile)
  const [erasures, ...given] = await Promise.all([
    listErasures(db, uid),
    ...everyPersonal.get().map(({ copy }) => copy?.ofAccount?.(working, { uid, mobile })),
  ])
  return {
    made_at: now,
    account: { uid, mobile, created_at: holder.created_at, hide_name: holder.hide_name, hide_age: holder.hide_age },
    registrations,
    ...inOrder(sections, given),
    erasures: erasures.map(({ scope, asked_at, due_at, done_at, withdrawn_at }) => ({
      scope,
      asked_at,
      due_at,
      done_at,
      withdrawn_at,
    })),
  }
}

const shownOf = (value: unknown, lang: Lang): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return yesNo[value ? 'yes' : 'no'][lang]
  if (value instanceof Date) return escapedHtml(value.toISOString())
  if (Array.isArray(value)) return value.map((one) => `<div class="i">${shownOf(one, lang)}</div>`).join('')
  if (typeof value === 'object') {
    const rows = Object.entries(value).flatMap(([name, one]) => {
      const said = shownOf(one, lang)
      return said === ''
        ? []
        : [`<tr><th scope="row">${escapedHtml(fieldLabelOf(name, lang))}</th><td>${said}</td></tr>`]
    })
    return rows.length === 0 ? '' : `<table>${rows.join('')}</table>`
  }
  return escapedHtml(String(value))
}
/** Returns all data of an account as a page that people can read in any browser. */
export const readableCopy = (everything: object, title: string, lang: Lang): string =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedHtml(title)}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{border-top:1px solid #ddd;padding:.4rem;text-align:left;vertical-align:top}th{width:11rem;font-weight:500;color:#555}.i{margin:.5rem 0;padding:.5rem;border:1px solid #ddd;border-radius:8px}</style><h1>${escapedHtml(title)}</h1>${Object.entries(
    everything,
  )
    .map(([name, value]) => {
      const said = shownOf(value, lang)
      return said === '' ? '' : `<h2>${escapedHtml(fieldLabelOf(name, lang))}</h2>${said}`
    })
    .join('')}</html>`

/**
 * Gathers all data of one registration, unmasked, for staff who hand the data to the runner. Returns undefined if the
 * race was removed.
 */
export const gatherRegistration = async (working: PersonalCopy, row: RegistrationRow) => {
  const held = await heldRegistrations(working, [row])
  const registration = await openRegistration(working, row, held)
  return registration && { made_at: working.now, registrations: [registration] }
}

/** Makes the copy for the account's holder. */
export const exportOf = async (working: PersonalCopy, uid: number, title: string): Promise<Buffer> => {
  const everything = await gatherAll(working, uid)
  const files = []
  for (const { copy } of everyPersonal.get()) files.push(...((await copy?.files?.(working, uid)) ?? []))
  return zipOf(
    [
      { name: 'data.json', bytes: Buffer.from(JSON.stringify(everything, null, 2)) },
      { name: 'data.html', bytes: Buffer.from(readableCopy(everything, title, working.lang)) },
      ...files,
    ],
    working.now,
  )
}
