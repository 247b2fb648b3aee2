import { Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Lang, langs } from '#contract/words.ts'
import { type RaceEdited, raceShow } from '#features/races/contract.ts'
import { raceIn } from '#features/races/rules.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { langNames, useLang, useWords } from '#ui/language/lang.tsx'
import { call } from '#ui/network/call.ts'
import { type PreviewMessage, previewReady } from '#ui/network/preview.ts'
import { type HomePreview, consoleHomePreview, raceHome } from '../contract.ts'
import { previewWords as words } from './preview.words.ts'

const PHONE = { width: 390, height: 760 }

/** The draft as the server would answer it, in a language. */
const messageOf = (draft: RaceEdited, lang: Lang, home: HomePreview): PreviewMessage => {
  const race = {
    ...raceIn(lang, {
      ...draft,
      time: new Date(draft.time || home.race.time),
      albumid: null,
      published_at: null,
    }),
    time: draft.time || home.race.time,
  }
  return {
    startline: 'preview',
    raceid: draft.id,
    lang,
    answers: [
      { path: raceShow.path, data: race },
      { path: raceHome.path, data: { ...home, race } },
    ],
  }
}

/** The runner's page of a race on a phone, with the typed and unsaved values. */
const Phone = ({ draft }: { draft: RaceEdited }) => {
  const t = useWords()
  const { lang: own } = useLang()
  const [lang, setLang] = useState<Lang>(own)
  const [answered, setAnswered] = useState<{ lang: Lang; home: HomePreview }>()
  const [ready, setReady] = useState(0)
  const frame = useRef<HTMLIFrameElement>(null)
  const home = answered?.lang === lang ? answered.home : undefined
  const raceid = draft.id
  useEffect(() => {
    const stop = new AbortController()
    void call(consoleHomePreview, { raceid }, { lang, quiet: true, signal: stop.signal }).then(
      (home) => setAnswered({ lang, home }),
      () => undefined,
    )
    return () => stop.abort()
  }, [raceid, lang])
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if ((data as typeof previewReady | null)?.startline === previewReady.startline) setReady((times) => times + 1)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  useEffect(() => {
    if (home && ready > 0) frame.current?.contentWindow?.postMessage(messageOf(draft, lang, home), location.origin)
  }, [draft, lang, home, ready])
  const scale = 0.8
  return (
    <div className="grid gap-3">
      <Segmented
        label={t(words.language)}
        value={lang}
        options={langs.map((one) => ({ value: one, label: langNames[one] }))}
        onChange={(chosen) => setLang(langs.find((one) => one === chosen) ?? own)}
      />
      <div
        className="mx-auto overflow-hidden rounded-[28px] border-8 border-ink bg-surface"
        style={{ width: PHONE.width * scale + 16, height: PHONE.height * scale + 16 }}
      >
        <iframe
          key={lang}
          ref={frame}
          title={t(words.frame)}
          src={`/home?raceid=${raceid}&lang=${lang}&preview=1`}
          className="origin-top-left border-0"
          style={{ ...PHONE, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  )
}

/** Stands beside a form where there is space, otherwise behind a button. */
export const PhonePreview = ({ draft }: { draft: RaceEdited }) => {
  const t = useWords()
  const [wide, setWide] = useState(() => matchMedia('(min-width: 76rem)').matches)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const query = matchMedia('(min-width: 76rem)')
    const follow = () => setWide(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])
  if (wide)
    return (
      <aside aria-label={t(words.title)} className="sticky top-28 h-fit w-[21.5rem] shrink-0">
        <Phone draft={draft} />
      </aside>
    )
  return (
    <div>
      <Button look="plain" icon={<Smartphone className="size-5" aria-hidden />} onClick={() => setOpen(true)}>
        {t(words.open)}
      </Button>
      <Dialog open={open} title={t(words.title)} onClose={() => setOpen(false)}>
        <div className="pb-3">{open ? <Phone draft={draft} /> : null}</div>
      </Dialog>
    </div>
  )
}
