import { useEffect, useRef, useState } from 'react'
import { useAsk } from '#ui/call.ts'
import { useWords } from '#ui/lang.tsx'
import { forgetIdnum, inSession, rememberIdnum, rememberedIdnum, takeIdnum } from '#ui/link.ts'
import { toast, toastError } from '#ui/Toast.tsx'
import { registrationQuery } from '#features/registrations/contract.ts'
import { asAsked, type Working } from './lookups.ts'
import type { CheckAnswer } from './PictureCheck.tsx'
import { queryWords as words } from './queryWords.ts'
import { useScores } from './useScores.ts'

type Asked = { idnum: string; check?: CheckAnswer }

/** What was last asked in this tab, so that coming back from a detail finds the list again. */
const askedKey = 'looked-up'

/** The one field, its memory on this device, and what it found. */
export const useLookup = (kind: Working, raceid: number | undefined) => {
  const t = useWords()
  const [came] = useState(takeIdnum)
  const [typed, setTyped] = useState(() => asAsked(came ?? rememberedIdnum()))
  const [asked, setAsked] = useState<Asked | undefined>(() => {
    const idnum = asAsked(came ?? inSession.get(askedKey) ?? '')
    return idnum ? { idnum } : undefined
  })
  const [empty, setEmpty] = useState(false)
  const announce = useRef(came !== undefined)
  const enabled = asked !== undefined && raceid !== undefined
  const input = { raceid: raceid ?? 1, idnum: asked?.idnum ?? '-', ...asked?.check }
  const registrations = useAsk(registrationQuery, input, { enabled: enabled && kind === 'reg', quiet: true, staleTime: 60_000 })
  const scores = useScores({ raceid: raceid ?? 1, idnum: asked?.idnum ?? '-', check: asked?.check }, enabled && kind === 'score')
  const now = kind === 'reg' ? registrations : scores
  const pictureNeeded = now.error?.refusal === 'picture_needed' || now.error?.refusal === 'picture_wrong'
  const check = useRef<CheckAnswer | undefined>(undefined)
  const count = now.data?.length
  useEffect(() => {
    if (!announce.current || now.isFetching || (!now.data && !now.error)) return
    announce.current = false
    if (now.error) toastError(now.error.msg)
    else if (count === 0) toast(t(kind === 'score' ? words.noScore : words.noneFound))
  }, [now.isFetching, now.data, now.error])

  const search = () => {
    const idnum = asAsked(typed)
    setEmpty(idnum === '')
    if (idnum === '') return toast(t(words.nothingEntered))
    setTyped(idnum)
    rememberIdnum(idnum)
    inSession.set(askedKey, idnum)
    announce.current = true
    const passed = pictureNeeded ? check.current : undefined
    if (asked?.idnum === idnum && !passed) return void now.refetch()
    setAsked({ idnum, ...(passed ? { check: passed } : {}) })
  }
  return {
    typed,
    type: (value: string) => {
      setTyped(value)
      setEmpty(false)
    },
    empty, search, asked: asked?.idnum, now: now.isFetching && !now.data, error: now.error ?? undefined, count,
    cards: kind === 'reg' ? registrations.data : undefined,
    scores: kind === 'score' ? scores.data : undefined,
    refresh: async () => (enabled ? now.refetch() : undefined),
    pictureNeeded,
    /** How often the check was refused, and what of it is wrong. */
    checkRound: now.errorUpdateCount,
    checkWrong: now.error?.refusal === 'picture_wrong' ? now.error.msg : undefined,
    setCheck: (answer: CheckAnswer | undefined) => void (check.current = answer),
    remembered: typed !== '' && asAsked(typed) === asAsked(rememberedIdnum()),
    forget: () => {
      forgetIdnum()
      inSession.set(askedKey, undefined)
      setTyped('')
      setAsked(undefined)
      toast(t(words.forgotten))
    },
  }
}
export type Lookup = ReturnType<typeof useLookup>
