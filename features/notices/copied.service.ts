import type { Tx } from '#db/db.ts'
import { lockRace, saveRace } from '#features/races/service.ts'
import type { RaceCopy } from '#seam/server/configuration.ts'
import { followed, langsOf } from './rules.ts'
import { saveTexts, textsOf } from './store.ts'

/** Makes the links in the articles and in the menu of a copied race lead to the copied articles. */
export const followArticles = async (tx: Tx, { to, ids, now }: RaceCopy): Promise<void> => {
  const articles = ids.notices ?? new Map<number, number>()
  if (articles.size === 0) return
  for (const [id, texts] of await textsOf(tx, to, [...articles.values()])) {
    const led = Object.fromEntries(
      langsOf(texts).map((lang) => [lang, { ...texts[lang]!, content: followed(texts[lang]!.content, articles) }]),
    )
    if (JSON.stringify(led) !== JSON.stringify(texts)) await saveTexts(tx, to, id, led)
  }
  const race = await lockRace(tx, to)
  if (!race) return
  const menu = JSON.stringify(race.menu)
  const next = followed(menu, articles)
  if (next !== menu) await saveRace(tx, { ...race, menu: JSON.parse(next) as typeof race.menu }, now)
}
