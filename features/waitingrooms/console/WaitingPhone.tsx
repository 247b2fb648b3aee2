import { useMemo, useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { consoleRacesShow, raceShow } from '#features/races/contract.ts'
import { raceIn } from '#features/races/rules.ts'
import { Segmented } from '#ui/form/Segmented.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { BesideForm, PhoneFrame } from '#ui/media/PhoneFrame.tsx'
import { useAsk } from '#ui/network/call.ts'
import type { PreviewMessage } from '#ui/network/preview.ts'
import { waitingPoll, waitingShow } from '../contract.ts'
import { previewTicket } from '../rules.ts'
import { type RoomDraft, type RoomMoment, answersAt, moments } from './preview.rules.ts'
import { roomWords as words } from './room.words.ts'

type Props = { raceid: number; draft: RoomDraft }
/** The waiting room on a phone, with the typed, unsaved settings. */
const Phone = ({ raceid, draft }: Props) => {
  const t = useWords()
  const { lang: own } = useLang()
  const [lang, setLang] = useState<Lang>(own)
  const [moment, setMoment] = useState<RoomMoment>('gathering')
  const race = useAsk(consoleRacesShow, { raceid }, { quiet: true, staleTime: 300_000 }).data
  const { gathers, opens, perSecond, useMinutes } = draft
  const message = useMemo((): PreviewMessage | undefined => {
    if (!race) return undefined
    const { room, standing } = answersAt(moment, { gathers, opens, perSecond, useMinutes })
    const shown = raceIn(lang, { ...race, time: new Date(race.time), albumid: null, published_at: null })
    return {
      startline: 'preview',
      raceid,
      lang,
      answers: [
        { path: raceShow.path, data: { ...shown, time: race.time } },
        { path: waitingShow.path, data: room },
        { path: waitingPoll.path, input: { raceid, ticket: previewTicket }, data: standing },
      ],
    }
  }, [race, raceid, lang, moment, gathers, opens, perSecond, useMinutes])
  return (
    <div className="grid gap-3">
      <Segmented
        label={t(words.preview_moment)}
        value={moment}
        options={moments.map((value) => ({ value, label: t(words.preview_at[value]) }))}
        onChange={(chosen) => setMoment(moments.find((one) => one === chosen) ?? moment)}
      />
      <PhoneFrame
        labels={{ language: t(words.preview_language), frame: t(words.preview_frame) }}
        lang={lang}
        onLang={setLang}
        src={`/waiting?raceid=${raceid}&lang=${lang}&preview=1&at=${moment}`}
        message={message}
      />
    </div>
  )
}

export const WaitingPhone = ({ raceid, draft }: { raceid: number; draft: RoomDraft | undefined }) => {
  const t = useWords()
  return (
    <BesideForm title={t(words.preview)} open={t(words.preview_open)}>
      {draft ? <Phone raceid={raceid} draft={draft} /> : <p className="text-soft">{t(words.preview_none)}</p>}
    </BesideForm>
  )
}
