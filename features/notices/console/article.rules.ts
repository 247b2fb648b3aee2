import { type Lang, langs } from '#contract/words.ts'
import type { NoticeKind, NoticeOpened, Texts } from '../contract.ts'

export type ArticleDraft = {
  kind: NoticeKind
  articletype: string
  titles: Readonly<Record<Lang, string>>
  contents: Readonly<Record<Lang, string>>
  cover: string | null
  pinned: boolean
  published: boolean
  /** The moment of publication. If it is null and `published` is true, the article appears as soon as it is saved. */
  publish_at: string | null
  shown_until: string | null
}

const inEach = (said: (lang: Lang) => string): Readonly<Record<Lang, string>> =>
  Object.fromEntries(langs.map((lang) => [lang, said(lang)])) as Record<Lang, string>

export const draftOfArticle = (article: NoticeOpened | undefined): ArticleDraft => ({
  kind: article?.kind ?? 'notice',
  articletype: article?.articletype ?? '',
  titles: inEach((lang) => article?.texts[lang]?.title ?? ''),
  contents: inEach((lang) => article?.texts[lang]?.content ?? ''),
  cover: article?.cover ?? null,
  pinned: article?.pinned ?? false,
  published: article ? article.published_at !== null : true,
  publish_at: article?.published_at ?? null,
  shown_until: article?.shown_until ?? null,
})

/** Tells whether an article has a title or a text in a language. */
export const isWritten = ({ titles, contents }: ArticleDraft, lang: Lang): boolean =>
  titles[lang].trim() !== '' || contents[lang].trim() !== ''

/** Returns the texts to save, one for each language that has a title or a text. */
export const textsOfForm = (form: ArticleDraft): Texts =>
  Object.fromEntries(
    langs
      .filter((lang) => isWritten(form, lang))
      .map((lang) => [lang, { title: form.titles[lang], content: form.contents[lang] }]),
  )

/** Finds the choice of publication that a form's values mean: a draft, at once, or later. */
export const choiceOf = (form: ArticleDraft, now: number): 'draft' | 'now' | 'later' =>
  !form.published ? 'draft' : form.publish_at !== null && Date.parse(form.publish_at) > now ? 'later' : 'now'

/** Returns the name of a field and its language: `titles.en` is the title in English. */
export const nameAndLangOf = (field: string): { name: string; lang: Lang | undefined } => {
  const [name = '', part] = field.split('.')
  return { name, lang: langs.find((lang) => lang === part) }
}
