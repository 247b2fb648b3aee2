import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { raceEvents, type RaceEvent } from '#features/events/contract.ts'
import { useAccount } from '#features/accounts/web/useAccount.ts'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/call.ts'
import { useNow } from '#ui/Countdown.tsx'
import { openDraft } from '#ui/draft.ts'
import { useLang } from '#ui/lang.tsx'
import { useGo, usePageParams } from '#ui/Link.tsx'
import { link } from '#ui/link.ts'
import { path } from '#web/paths.ts'
import { registrationDocuments, registrationExist, registrationSave } from '../contract.ts'
import { refusals } from '../words.ts'
import { draftName } from './draftName.ts'
import { type Draft, type Mistakes, type StepName, emptyDraft, holderOf, inputFrom, mistakeWhileTyping, mistakesIn, sealedFields, stepOfWrong, stepsFor, valueOf, withValue } from './signUpForm.ts'

/** Everything the sign-up form knows and can do; the steps only draw it. */
export const useSignUp = (events: readonly RaceEvent[]) => {
  const raceid = link().raceid ?? 0
  const params = usePageParams()
  const go = useGo()
  const { lang } = useLang()
  const queries = useQueryClient()
  const account = useAccount()
  const now = new Date(useNow(30_000))
  const store = useMemo(() => openDraft<Draft>(draftName, raceid, sealedFields), [raceid])
  const [draft, setDraft] = useState<Draft>(() => ({ ...emptyDraft, ...store.read(), ...(params.event ? { eventid: params.event } : {}) }))
  const [restored, setRestored] = useState(() => draft.idnum !== '' || draft.name !== '' || draft.person !== '')
  const [tried, setTried] = useState<ReadonlySet<StepName>>(new Set())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wrongs, setWrongs] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<Refused>()
  const [loginOpen, setLoginOpen] = useState(false)
  const [checking, setChecking] = useState(false)
  const [mine, setMine] = useState<string>()
  const submitAfterLogin = useRef(false)
  useEffect(() => store.write(draft), [store, draft])

  const event = events.find((one) => String(one.id) === draft.eventid && one.signup === 'open')
  const asked = useAsk(registrationDocuments, { raceid, eventid: event?.id ?? 0 }, { enabled: event !== undefined, staleTime: 300_000 })
  const consents = asked.data?.consents ?? []
  const documents = asked.data?.documents ?? []
  const steps = stepsFor(event)
  const mistakesAt = (step: StepName): Mistakes => mistakesIn(step, draft, event, consents, now)
  const wanted = steps.includes(params.step as StepName) ? (params.step as StepName) : 'event'
  // A step cannot be reached before those in front of it are filled in, whatever the address says.
  const blocked = steps.find((step) => Object.keys(mistakesAt(step)).length > 0)
  const step = event && blocked && steps.indexOf(blocked) < steps.indexOf(wanted) ? blocked : event ? wanted : 'event'
  const at = steps.indexOf(step)
  const holder = holderOf(draft, event, now)
  const mistakes = mistakesAt(step)

  const change = (patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }))
    setWrongs((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in patch))))
    setRefused(undefined)
  }
  const setField = (name: string, value: string) => {
    setDraft((before) => withValue(before, name, value))
    setWrongs((before) => Object.fromEntries(Object.entries(before).filter(([wrongName]) => wrongName.replace(/^answers\./, '') !== name)))
  }
  const leave = (name: string) => setLeft((before) => new Set([...before, name]))

  /** The sentence under a field: the server's, else ours once the field was left with something in it or the step was tried. */
  const errorAt = (name: string): string | undefined => {
    const said = wrongs[name] ?? wrongs[`answers.${name}`]
    if (said) return said
    const filled = valueOf(draft, name) !== ''
    const found = tried.has(step) || (left.has(name) && filled) ? mistakes[name] : name === 'idnum' && filled ? mistakeWhileTyping(draft, now) : undefined
    if (!found) return undefined
    return Object.entries(found.values ?? {}).reduce((sentence, [value, n]) => sentence.replaceAll(`{${value}}`, String(n)), found.says[lang])
  }

  const show = (name: StepName, manner?: { replace: boolean }) => go(path.baoming({ step: name }), manner ?? {})
  const focusFirstWrong = () =>
    requestAnimationFrame(() => {
      const wrong = document.querySelector<HTMLElement>('#main :is([aria-invalid="true"], [data-wrong]:enabled)')
      wrong?.focus({ preventScroll: true })
      // To the middle: what stands under the bar at the foot counts as in sight for a mere focus.
      wrong?.scrollIntoView({ block: 'center' })
    })

  /** Whether the document is already in this race: asked while nothing is lost by it. A failure to ask is no reason to stop. */
  const documentIsFree = async (): Promise<boolean> => {
    if (draft.person || !account.loggedIn) return true
    setChecking(true)
    try {
      const found = await call(registrationExist, { raceid, idtype: draft.idtype, idnum: draft.idnum, ...(draft.country ? { country: draft.country } : {}) }, { quiet: true })
      if (!found.exist) return true
      setWrongs({ idnum: refusals.already_registered.says[lang] })
      setMine(found.mine?._key)
      return false
    } catch {
      return true
    } finally {
      setChecking(false)
    }
  }

  const next = async () => {
    setTried((before) => new Set([...before, step]))
    if (Object.keys(mistakes).length > 0) return focusFirstWrong()
    if (step === 'who' && !(await documentIsFree())) return focusFirstWrong()
    const following = steps[at + 1]
    if (following) return show(following)
    return submit()
  }

  const save = useCall(registrationSave, { quiet: true })
  const send = () => {
    if (!event || save.isPending) return
    setRefused(undefined)
    save.mutate(
      { raceid, ...inputFrom(draft, event, consents, holder) },
      {
        onSuccess: (saved) => {
          // Until it is paid, what was typed stays for another try; what was agreed to is asked anew.
          if (saved.payable === 1 && saved.amount > 0) store.write({ ...draft, agreed: {} })
          else store.clear()
          void queries.invalidateQueries({ queryKey: [raceEvents.path] })
          void queries.invalidateQueries({ queryKey: ['/registration/my'] })
          go(saved.payable === 1 && saved.amount > 0 ? path.pay({ _key: saved._key }) : path.queryDetail({ _key: saved._key }), { replace: true })
        },
        onError: (thrown) => meet(refusedFrom(thrown)),
      },
    )
  }
  /** A refusal is shown where it can be mended. */
  const meet = (answer: Refused) => {
    if (answer.code === '401' || answer.code === '10001') {
      submitAfterLogin.current = true
      return setLoginOpen(true)
    }
    const names = Object.keys(answer.fields)
    if (names.length > 0) {
      setWrongs(answer.fields)
      if (draft.person && names.some((name) => name.includes('guardian'))) setDraft((before) => ({ ...before, guardian_wanted: true }))
      const first = steps.find((one) => names.some((name) => stepOfWrong(name, event) === one))
      if (first && first !== 'review') show(first)
      else setRefused(answer)
      setTimeout(focusFirstWrong, 50)
      return
    }
    if (answer.refusal === 'already_registered') void documentIsFree()
    if (answer.code === '409') void queries.invalidateQueries({ queryKey: [raceEvents.path] })
    setRefused(answer)
  }
  const submit = () => {
    if (account.loggedIn) return send()
    submitAfterLogin.current = true
    setLoginOpen(true)
  }
  const loggedIn = () => {
    setLoginOpen(false)
    account.refresh()
    if (!submitAfterLogin.current) return
    submitAfterLogin.current = false
    send()
  }
  const startOver = () => {
    store.clear()
    setDraft({ ...emptyDraft, eventid: draft.eventid })
    setTried(new Set())
    setLeft(new Set())
    setWrongs({})
    setRestored(false)
  }
  const logIn = () => {
    submitAfterLogin.current = false
    setLoginOpen(true)
  }

  return {
    draft, change, setField, leave, errorAt, event, asked, consents, documents, steps, step, at, holder, mistakes, mine, now, tried: tried.has(step),
    next, show, startOver, restored, account, logIn, loggedIn, loginOpen, closeLogin: () => setLoginOpen(false),
    submit, refused, forgetRefusal: () => setRefused(undefined), sending: save.isPending, busy: checking, orphanWrongs: Object.entries(wrongs).filter(([name]) => stepOfWrong(name, event) === 'review'),
  }
}
export type SignUp = ReturnType<typeof useSignUp>
