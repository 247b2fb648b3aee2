import { useEffect, useMemo, useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { type RaceEdited, raceShow } from '#features/races/contract.ts'
import { raceIn } from '#features/races/rules.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { BesideForm, PhoneFrame } from '#ui/media/PhoneFrame.tsx'
import { call } from '#ui/network/call.ts'
import type { PreviewMessage } from '#ui/network/preview.ts'
import { type HomePreview, consoleHomePreview, raceHome } from '../contract.ts'
import { previewWords as words } from './preview.words.ts'

/** Returns the draft in the form of the server's answer, in a language. */
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

/** The runner's page of a race on a phone, with the typed, unsaved values. */
const Phone = ({ draft }: { draft: RaceEdited }) => {
  const t = useWords()
  const { lang: own } = useLang()
  const [lang, setLang] = useState<Lang>(own)
  const [answered, setAnswered] = useState<{ lang: Lang; home: HomePreview }>()
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
  const message = useMemo(() => home && messageOf(draft, lang, home), [draft, lang, home])
  return (
    <PhoneFrame
      labels={{ language: t(words.language), frame: t(words.frame) }}
      lang={lang}
      onLang={setLang}
      src={`/home?raceid=${raceid}&lang=${lang}&preview=1`}
      message={message}
    />
  )
}

/** The preview of a race on a phone. It is beside a form if there is space, otherwise behind a button. */
export const PhonePreview = ({ draft }: { draft: RaceEdited }) => {
  const t = useWords()
  return (
    <BesideForm title={t(words.title)} open={t(words.open)}>
      <Phone draft={draft} />
    </BesideForm>
  )
}
