import { type Lang, nameIn } from '#contract/words.ts'
import { hexOfBytes } from '#contract/written.ts'
import { chanceRules, standardColours } from './rules.ts'
import type { DrawRow, GiftRow } from './store.ts'

export const drawDesignOf = (lang: Lang, draw: DrawRow) => ({
  colours: draw.design.colours?.length ? draw.design.colours : [...standardColours],
  background: draw.design.background ?? '',
  title: draw.design.title || nameIn(lang, draw.name, draw.names),
  subtitle: draw.design.subtitle ?? '',
})
export const presentDraw = (lang: Lang, draw: DrawRow) => ({
  ...draw,
  name: nameIn(lang, draw.name, draw.names),
  about: nameIn(lang, draw.about, draw.abouts),
  promise: draw.promise ? hexOfBytes(draw.promise) : '',
  seed: draw.seed ? hexOfBytes(draw.seed) : '',
  chances: chanceRules.flatMap((rule) => {
    const most = draw.chances[rule] ?? 0
    return most > 0 ? [{ rule, most }] : []
  }),
})
export const presentGift = (lang: Lang, row: GiftRow) => ({
  ...row,
  name: nameIn(lang, row.name, row.names),
  left: row.pieces - row.won,
})
