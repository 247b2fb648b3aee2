import { createHash } from 'node:crypto'
import type { Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import type { RaceSettings } from '#features/races/contract.ts'
import type { Consent, ConsentName } from './consents.contract.ts'
import { insertConsentTexts } from './consents.store.ts'
import { consentsFor } from './wording.rules.ts'

/** The hash of the wording of each consent that the form shows. `consent_texts` holds the wordings. */
export type ConsentHashes = Readonly<Partial<Record<ConsentName, string>>>

/** Returns the hash under which a consent refers to its wording. */
export const consentHash = ({ name, version, title, body }: Consent, lang: Lang): string =>
  createHash('sha256')
    .update(JSON.stringify([name, version, lang, title, body]))
    .digest('hex')

const written = new WeakMap<Db, Set<string>>()
const known = new WeakMap<object, Map<Lang, Promise<ConsentHashes>>>()

/**
 * Returns the hashes of a race's present consents. The function stores each wording before anybody can agree to the
 * wording. All sign-ups in one language share the result until the server reads the race again.
 */
export const keepConsentTexts = (
  db: Db,
  race: { id: number; settings: RaceSettings },
  lang: Lang,
  now: Date,
): Promise<ConsentHashes> => {
  let langs = known.get(race.settings)
  if (!langs) known.set(race.settings, (langs = new Map()))
  let hashes = langs.get(lang)
  if (!hashes) {
    hashes = keep(db, race, lang, now)
    langs.set(lang, hashes)
    hashes.catch(() => langs.delete(lang))
  }
  return hashes
}

const keep = async (
  db: Db,
  race: { id: number; settings: RaceSettings },
  lang: Lang,
  now: Date,
): Promise<ConsentHashes> => {
  let seen = written.get(db)
  if (!seen) written.set(db, (seen = new Set()))
  const texts = consentsFor(lang, race.settings.consents).map((consent) => ({
    ...consent,
    hash: consentHash(consent, lang),
  }))
  const fresh = texts.filter(({ hash }) => !seen.has(`${race.id} ${hash}`))
  if (fresh.length > 0) {
    const rows = fresh.map(({ name, version, title, body, hash }) => ({
      raceid: race.id,
      hash,
      name,
      version,
      lang,
      title,
      body,
      created_at: now,
    }))
    await insertConsentTexts(db, rows)
    for (const { hash } of fresh) seen.add(`${race.id} ${hash}`)
  }
  return Object.fromEntries(texts.map(({ name, hash }) => [name, hash]))
}
