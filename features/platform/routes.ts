import { type Limit, countTry } from '#db/limits/limits.ts'
import { logChange } from '#features/staff/service.ts'
import { type RawRoute, handle, raw } from '#seam/server/handle.ts'
import {
  type EditedSettings,
  consolePlatformLogo,
  consolePlatformLogoRemove,
  consolePlatformSave,
  consolePlatformShow,
  consolePlatformTest,
  platformLegal,
  platformShow,
} from './contract.ts'
import { failureText } from './failure.words.ts'
import { channelStates, testChannel } from './health.service.ts'
import { logoPath } from './service.ts'
import {
  type PlatformSettings,
  countriesIn,
  isSignature,
  isZone,
  settingIn,
  usualPlatformSettings,
} from './settings.rules.ts'
import { findLogo, findSettings, lockSettings, saveLogo, savePlatformSettings } from './store.ts'
import { refusals, words } from './words.ts'

const perStaff: Limit = { kind: 'channel tests of staff', max: 30, seconds: 3600 }
const MOST_BYTES = 200_000

type Row = Awaited<ReturnType<typeof findSettings>>
const edited = (row: Row): EditedSettings => {
  const settings: PlatformSettings = { ...usualPlatformSettings, ...row?.settings }
  return {
    ...settings,
    countries: settings.countries === null ? null : [...settings.countries],
    legal: { terms: { ...settings.legal.terms }, privacy: { ...settings.legal.privacy } },
    logo: row?.has_logo ? logoPath(row.updated_at) : null,
    updated_at: row?.updated_at ?? null,
  } as unknown as EditedSettings
}

/** Returns the media type of a PNG or JPEG picture by its first bytes. Returns undefined for every other file. */
const typeOf = (bytes: Buffer): string | undefined => {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png'
  return bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) ? 'image/jpeg' : undefined
}

export const routes = [
  handle(platformShow, async ({ db, lang }) => {
    const row = await findSettings(db)
    const { name, zone, legal }: PlatformSettings = { ...usualPlatformSettings, ...row?.settings }
    return {
      name: settingIn(name, lang),
      logo: row?.has_logo ? logoPath(row.updated_at) : null,
      zone,
      legal: { terms: settingIn(legal.terms, lang) !== '', privacy: settingIn(legal.privacy, lang) !== '' },
    }
  }),
  handle(platformLegal, async ({ input, db, lang }) => {
    const row = await findSettings(db)
    const { legal }: PlatformSettings = { ...usualPlatformSettings, ...row?.settings }
    return { text: settingIn(legal[input.page], lang), updated_at: row?.updated_at ?? null }
  }),
  handle(consolePlatformShow, async ({ db, integrations, now }) => ({
    settings: edited(await findSettings(db)),
    channels: await channelStates(db, integrations, now),
    countries: [...integrations.smsOptions.countries],
  })),
  handle(consolePlatformSave, async ({ input, who, now, refuse, refuseField, save }) => {
    const { updated_at, countries: typed, ...rest } = input
    if (!isSignature(rest.signature)) return refuseField('signature', words.signature_wrong)
    if (!isZone(rest.zone)) return refuseField('zone', words.zone_wrong)
    const countries = countriesIn(typed)
    if (countries === undefined) return refuseField('countries', words.countries_wrong)
    return save(async (tx) => {
      const seen = await findSettings(tx)
      const row = await lockSettings(tx, now)
      // If there was no row before this call, the caller has seen the default settings and sends no `updated_at`.
      const known = seen === undefined ? null : row.updated_at.toISOString()
      if ((updated_at ?? null) !== known) return refuse('platform_changed')
      const before: PlatformSettings = { ...usualPlatformSettings, ...row.settings }
      const after: PlatformSettings = { ...rest, countries }
      await savePlatformSettings(tx, after, now)
      const { legal: _, ...plain } = before
      const { legal: __, ...next } = after
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: 'platform changed',
        target: 'platform',
        before: plain,
        after: { ...next, legal_changed: JSON.stringify(before.legal) !== JSON.stringify(after.legal) },
      })
      return { settings: edited({ ...row, settings: after, updated_at: now }) }
    })
  }),
  handle(consolePlatformLogo, async ({ files, who, now, refuse, save }) => {
    const file = files[0] ?? refuse('file_missing')
    const type = typeOf(file.bytes)
    if (!type || file.bytes.length > MOST_BYTES) return refuse('logo_unfit')
    return save(async (tx) => {
      await lockSettings(tx, now)
      await saveLogo(tx, { bytes: file.bytes, type }, now)
      await logChange(tx, { who, now, raceid: null, what: 'platform logo changed', target: 'platform' })
      return { path: logoPath(now) }
    })
  }),
  handle(consolePlatformLogoRemove, async ({ who, now, save }) =>
    save(async (tx) => {
      await lockSettings(tx, now)
      await saveLogo(tx, null, now)
      await logChange(tx, { who, now, raceid: null, what: 'platform logo changed', target: 'platform' })
      return {}
    }),
  ),
  handle(consolePlatformTest, async ({ input, db, integrations, who, now, lang, say, refuse }) => {
    if ((await countTry(db, perStaff, String(who.staffid), now)) > 0) refuse('too_often')
    const why = await testChannel(integrations, input.name)
    if (why !== undefined)
      return refuse('channel_down', {
        fields: { name: say(refusals.channel_down.message, { why: failureText(why, lang) }) },
      })
    return {}
  }),
]

export const rawRoutes: RawRoute[] = [
  raw('GET', '/platform/logo', 'Returns the picture of the platform.', async ({ db }, _request, reply) => {
    const logo = await findLogo(db)
    if (!logo) return reply.code(404).send('not found')
    return reply
      .type(logo.type)
      .header('cache-control', 'public, max-age=86400')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'")
      .send(logo.bytes)
  }),
]
