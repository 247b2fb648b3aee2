import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Refused, askKey } from '#ui/network/call.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { forgetIdnum, rememberIdnum, rememberedIdnum, takeIdnum } from '#ui/router/address.ts'
import { toast, toastError } from '#ui/feedback/Toast.tsx'
import type { QueryType } from '../contract.ts'
import { lookups } from '../rules.ts'
import { lookUp } from './ask.ts'
import { lastNumberOfTab, rememberNumber } from '#seam/web/askedNumber.ts'
import { type LookupMatch, asAsked } from './lookups.ts'
import { type Passed, wantedBy } from './wanted.ts'
import { queryWords as words } from './query.words.ts'

type LookupInput = { idnum: string; check?: Passed }
type Where = {
  raceid: number | undefined
  gameid: number | undefined
  byRunner: boolean
  /** True if type and race are known. */ ready: boolean
}

/** Manages the search field, its last value on this device, and the found runners. */
export const useLookup = (type: QueryType, { raceid, gameid, byRunner, ready }: Where) => {
  const t = useWords()
  const { lang } = useLang()
  const [came] = useState(takeIdnum)
  const [typed, setTyped] = useState(() => asAsked(came ?? rememberedIdnum()))
  const [searched, setSearched] = useState<LookupInput | undefined>(() => {
    const idnum = asAsked(came ?? lastNumberOfTab() ?? '')
    return idnum ? { idnum } : undefined
  })
  const [empty, setEmpty] = useState(false)
  const announce = useRef(came !== undefined)
  const enabled = searched !== undefined && raceid !== undefined && ready
  const input = { type, raceid: raceid ?? 1, idnum: searched?.idnum ?? '-', gameid, byRunner, check: searched?.check }
  const found = useQuery<LookupMatch[], Refused>({
    queryKey: askKey('look-up', raceid, lang, input),
    queryFn: ({ signal }) => lookUp(input, { quiet: true, signal }),
    enabled,
    staleTime: 60_000,
  })
  const { refusal } = found.error ?? {}
  const pictureNeeded = ['picture_needed', 'picture_wrong', 'fact_wrong'].includes(refusal ?? '')
  const check = useRef<Passed | undefined>(undefined)
  const count = found.data?.length
  const notify = useEffectEvent(() => {
    if (!announce.current || found.isFetching || (!found.data && !found.error)) return
    announce.current = false
    if (found.error) {
      // The page itself shows that the connection is lost.
      if (found.error.code !== 'network') toastError(found.error.msg)
    } else if (count === 0) toast(t(words[lookups[type].empty]))
  })
  useEffect(() => notify(), [found.isFetching, found.data, found.error])

  const search = () => {
    const idnum = asAsked(typed)
    setEmpty(idnum === '')
    if (idnum === '') return toast(t(words.nothingEntered))
    setTyped(idnum)
    rememberIdnum(idnum)
    rememberNumber(idnum)
    announce.current = true
    const passed = pictureNeeded ? check.current : undefined
    if (searched?.idnum === idnum && !passed) return void found.refetch()
    setSearched({ idnum, ...(passed ? { check: passed } : {}) })
  }
  return {
    typed,
    type: (value: string) => {
      setTyped(value)
      setEmpty(false)
    },
    empty,
    search,
    asked: searched?.idnum,
    busy: found.isFetching && !found.data,
    error: found.error ?? undefined,
    // A refusal clears the list (docs/behaviour/accounts.md, Query page).
    found: found.error ? undefined : found.data,
    refresh: async () => (enabled ? found.refetch() : undefined),
    pictureNeeded,
    /** The number of errors of the look-up, and the message of the present error. A new error starts a new check. */
    checkRound: found.errorUpdateCount,
    checkWrong: refusal === 'picture_needed' ? undefined : found.error?.msg,
    checkWanted: wantedBy(found.error),
    setCheck: (answer: Passed | undefined) => void (check.current = answer),
    remembered: typed !== '' && asAsked(typed) === asAsked(rememberedIdnum()),
    forget: () => {
      forgetIdnum()
      rememberNumber(undefined)
      setTyped('')
      setSearched(undefined)
      toast(t(words.forgotten))
    },
  }
}
export type LookingUp = ReturnType<typeof useLookup>
