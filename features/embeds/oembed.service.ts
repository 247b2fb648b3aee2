import { raceOfKey } from '#contract/key.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { planNotesOf } from '#features/disruptions/notes.service.ts'
import { platformName } from '#features/platform/service.ts'
import { settingsOf } from '#features/races/rules.ts'
import { readPublishedRace } from '#features/races/service.ts'
import { escapedHtml } from '#contract/written.ts'
import { meantBy, sizeFor } from './rules.ts'

type OembedQuery = { url: string; maxwidth: string | undefined; maxheight: string | undefined }
/** An answer of oEmbed 1.0 (https://oembed.com). */
export type OEmbed = Readonly<Record<string, string | number>>

/**
 * Describes a page of ours for a site that shows a preview of the page. A race or its results become a widget if the
 * race allows at least one site. Otherwise they become a link. The page of a runner becomes a link with the same
 * picture as a shared link. The answer never names the runner. The title of a race that was postponed, shortened or
 * cancelled says so.
 */
export const oembedOf = async (
  db: Db,
  { url, maxwidth, maxheight }: OembedQuery,
  { origin, lang, now }: { origin: string; lang: Lang; now: Date },
): Promise<OEmbed | undefined> => {
  const meant = meantBy(url, origin)
  const raceid = meant?.kind === 'runner' ? raceOfKey(meant.key) : meant?.raceid
  const race = raceid === undefined ? undefined : await readPublishedRace(db, raceid, now)
  if (!meant || !race) return undefined
  const name = nameIn(lang, race.name, race.names)
  const notes = meant.kind === 'runner' ? [] : ((await planNotesOf(db, [race], lang)).get(race.id)?.notes ?? [])
  const picture: Record<string, string> = meant.kind === 'runner' ? { key: meant.key } : { raceid: String(race.id) }
  const common = {
    version: '1.0',
    title: [name, ...notes.map(({ text }) => text)].join(' · '),
    provider_name: await platformName(db, lang),
    provider_url: origin,
    cache_age: 3600,
    thumbnail_url: `${origin}/shared.jpg?${new URLSearchParams({ ...picture, lang })}`,
    thumbnail_width: 1200,
    thumbnail_height: 630,
  }
  if (meant.kind === 'runner' || settingsOf(race).live_hosts.length === 0) return { type: 'link', ...common }
  const { width, height } = sizeFor(maxwidth, maxheight)
  const src = `${origin}/embed?${new URLSearchParams({ raceid: String(race.id), view: meant.view, _lang: lang })}`
  const html =
    `<iframe src="${escapedHtml(src)}" width="${width}" height="${height}" title="${escapedHtml(name)}" ` +
    `sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox" ` +
    `loading="lazy" style="border:0"></iframe>`
  return { type: 'rich', ...common, html, width, height }
}
