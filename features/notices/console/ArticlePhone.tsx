import { useEffect, useMemo, useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { useWords } from '#ui/language/lang.tsx'
import { BesideForm, PhoneFrame } from '#ui/media/PhoneFrame.tsx'
import { call } from '#ui/network/call.ts'
import type { PreviewMessage } from '#ui/network/preview.ts'
import { consoleNoticesPreview, noticeDetail } from '../contract.ts'
import { langFor } from '../rules.ts'
import { langs } from '#contract/words.ts'
import { type ArticleDraft, isWritten } from './article.rules.ts'
import { articleWords as words } from './article.words.ts'

/** The milliseconds without typing after which the page calls the server's sanitiser. */
const RESTS_MS = 600

/** Returns HTML as the server would keep it; undefined until the server has answered once. */
const useCleaned = (raceid: number, html: string): string | undefined => {
  const [cleaned, setCleaned] = useState<string>()
  useEffect(() => {
    const stop = new AbortController()
    const timer = setTimeout(
      () =>
        void call(consoleNoticesPreview, { raceid, content: html }, { quiet: true, signal: stop.signal }).then(
          ({ content }) => setCleaned(content),
          () => undefined,
        ),
      RESTS_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [raceid, html])
  return cleaned
}

type Props = {
  raceid: number
  id: number | undefined
  form: ArticleDraft
  lang: Lang
  onLang: (lang: Lang) => void
}
const Phone = ({ raceid, id = 0, form, lang, onLang }: Props) => {
  const t = useWords()
  const has = langs.filter((one) => isWritten(form, one))
  const read = langFor(lang, has) ?? lang
  const content = useCleaned(raceid, form.contents[read])
  const { kind, articletype, cover, pinned, publish_at } = form
  const title = form.titles[read]
  const [opened] = useState(() => new Date().toISOString())
  const message = useMemo(
    (): PreviewMessage | undefined =>
      content === undefined
        ? undefined
        : {
            startline: 'preview',
            raceid,
            lang,
            answers: [
              {
                path: noticeDetail.path,
                input: { raceid, id },
                data: {
                  id,
                  raceid,
                  kind,
                  articletype,
                  lang: read,
                  title,
                  subject: title,
                  cover,
                  pinned,
                  views: 0,
                  published_at: publish_at ?? opened,
                  content,
                },
              },
            ],
          },
    [content, raceid, id, lang, kind, articletype, read, title, cover, pinned, publish_at, opened],
  )
  return (
    <PhoneFrame
      labels={{ language: t(words.preview_language), frame: t(words.preview_frame) }}
      lang={lang}
      onLang={onLang}
      src={`/notice?raceid=${raceid}&noticeid=${id}&lang=${lang}&preview=1`}
      message={message}
    />
  )
}

/** The article as a phone shows it, with unsaved text. It stands beside the form, or a button opens it. */
export const ArticlePhone = (props: Props) => {
  const t = useWords()
  return (
    <BesideForm title={t(words.preview_title)} open={t(words.preview_open)}>
      <Phone {...props} />
    </BesideForm>
  )
}
