import { type SubmitEvent, useRef, useState } from 'react'
import { type Lang, langs } from '#contract/words.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { path } from '#seam/console/paths.ts'
import { useRace } from '#seam/console/useRace.ts'
import type { UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { savedText } from '#ui/form/unsaved/fieldNames.ts'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { words as unsavedWords } from '#ui/form/unsaved/unsaved.words.ts'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toast, toastSuccess } from '#ui/feedback/Toast.tsx'
import { langNames, useLang, useWords } from '#ui/language/lang.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { type NoticeOpened, consoleNoticesPreview, consoleNoticesSave } from '../contract.ts'
import { words as room } from '../words.ts'
import { type ArticleDraft as Form, nameAndLangOf, draftOfArticle, isWritten, textsOfForm } from './article.rules.ts'
import { articleWords as words } from './article.words.ts'
import { ArticlePhone } from './ArticlePhone.tsx'
import { ArticleEditor } from './editor/ArticleEditor.tsx'
import { LanguageTabs } from './LanguageTabs.tsx'
import { PlaceCard } from './PlaceCard.tsx'
import { ShownCard } from './ShownCard.tsx'

type Props = {
  raceid: number
  article: NoticeOpened | undefined
  /** Reads the article again. */ again: () => Promise<void>
}

const labels = {
  kind: room.kind,
  articletype: room.articletype,
  cover: room.cover,
  pinned: room.pinned,
  published: words.state,
  publish_at: words.publish_at,
  shown_until: words.until,
} as const

/** Returns the languages with a field that the server, or this page, refuses. */
const wrongIn = (fields: Readonly<Record<string, string>>): Lang[] =>
  langs.filter((lang) => Object.keys(fields).some((field) => field.startsWith(`texts.${lang}.`)))

const useSaving = ({ raceid, article, again }: Props, unsaved: ReturnType<typeof useUnsaved<Form>>, later: boolean) => {
  const t = useWords()
  const go = useGo()
  const save = useCall(consoleNoticesSave)
  const [refused, setRefused] = useState<Refused>()
  const labelOf = (field: string): string => {
    const { name, lang } = nameAndLangOf(field)
    if (lang) return t(name === 'titles' ? words.title_of : words.content_of, { lang: langNames[lang] })
    return t(labels[name as keyof typeof labels] ?? room.kind)
  }
  const keep = async (): Promise<Refused | undefined> => {
    setRefused(undefined)
    const { titles: _, contents: __, cover, publish_at, shown_until, ...rest } = unsaved.form
    try {
      const { id } = await save.mutateAsync({
        raceid,
        ...(article ? { id: article.id, updated_at: article.updated_at } : {}),
        ...rest,
        ...(cover === null ? {} : { cover }),
        texts: textsOfForm(unsaved.form),
        when: { from: publish_at, until: shown_until, later },
      })
      toastSuccess(savedText(t, unsaved.changed.map(labelOf)))
      unsaved.done()
      if (article) await again()
      else setTimeout(() => go(path.notice({ raceid, id }), { replace: true }))
      return undefined
    } catch (thrown) {
      const why = refusedFrom(thrown)
      if (why.refusal === 'notice_changed_meanwhile') {
        await again()
        toast(t(unsavedWords.merged))
        return undefined
      }
      setRefused(why)
      return why
    }
  }
  return { keep, refused, busy: save.isPending, labelOf }
}

export const ArticleForm = (props: Props) => {
  const { raceid, article } = props
  const t = useWords()
  const { lang: own } = useLang()
  const zone = useRace()?.zone ?? 'Asia/Shanghai'
  const form = useRef<HTMLFormElement>(null)
  const unsaved = useUnsaved<Form>({
    name: article ? `notice ${article.id}` : 'notice',
    raceid,
    saved: draftOfArticle(article),
    version: article?.updated_at ?? null,
    deep: ['titles', 'contents'],
  })
  const { form: draft, change } = unsaved
  const [lang, setLang] = useState<Lang>(article && !article.langs.includes(own) ? (article.langs[0] ?? own) : own)
  // The form forgets the choice when it shows other saved values.
  const [laterAt, setLaterAt] = useState<number>()
  const later = laterAt === unsaved.turn
  const { keep, refused, busy, labelOf } = useSaving(props, unsaved, later)
  const fields = refused?.fields ?? {}
  const wrong = wrongIn(fields)
  const isBlank = !langs.some((one) => isWritten(draft, one))
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    const why = await keep()
    const [first] = wrongIn(why?.fields ?? {})
    if (first) setLang(first)
    if (why) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  const upload = (file: File, options: UploadOptions) =>
    call(consoleFilesSave, { raceid }, { ...options, files: { file } })
  const clean = async (content: string) => (await call(consoleNoticesPreview, { raceid, content })).content
  return (
    <div className="flex flex-col-reverse gap-4 min-[76rem]:flex-row min-[76rem]:items-start min-[76rem]:gap-6">
      <form ref={form} noValidate className="grid w-full min-w-0 flex-1 gap-4" onSubmit={(event) => void submit(event)}>
        <Card>
          <div className="grid gap-4">
            <LanguageTabs form={draft} lang={lang} onLang={setLang} wrong={wrong} />
            <div key={`${unsaved.turn} ${lang}`} className="grid gap-4">
              <TextInput
                label={t(words.title_of, { lang: langNames[lang] })}
                lang={lang}
                value={draft.titles[lang]}
                error={fields[`texts.${lang}.title`] ?? fields.title}
                maxLength={200}
                onChange={(event) =>
                  change((now) => ({ ...now, titles: { ...now.titles, [lang]: event.target.value } }))
                }
              />
              <ArticleEditor
                label={t(words.content_of, { lang: langNames[lang] })}
                lang={lang}
                html={draft.contents[lang]}
                error={fields[`texts.${lang}.content`]}
                upload={upload}
                clean={clean}
                onChange={(html) => change((now) => ({ ...now, contents: { ...now.contents, [lang]: html } }))}
              />
            </div>
          </div>
        </Card>
        <ShownCard
          key={unsaved.turn}
          form={draft}
          change={change}
          zone={zone}
          later={later}
          onLater={(chosen) => setLaterAt(chosen ? unsaved.turn : undefined)}
          errorAt={(field) => fields[field]}
        />
        <PlaceCard form={draft} change={change} raceid={raceid} upload={upload} errorAt={(field) => fields[field]} />
        <Refusal refused={refused} />
        <UnsavedBar
          unsaved={unsaved}
          labelOf={labelOf}
          busy={busy}
          disabledReason={isBlank ? t(words.no_language) : undefined}
        />
      </form>
      <ArticlePhone raceid={raceid} id={article?.id} form={draft} lang={lang} onLang={setLang} />
    </div>
  )
}
