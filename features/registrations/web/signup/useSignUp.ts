import { useEffect, useState } from 'react'
import type { RaceEvent } from '#features/events/contract.ts'
import { useAccount } from '#seam/web/account.tsx'
import { type Refused, call, useAsk } from '#ui/network/call.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { useLang } from '#ui/language/lang.tsx'
import { link } from '#ui/router/address.ts'
import { registrationDocuments, registrationExist } from '../../signup/signup.contract.ts'
import { chargeTogether } from '../../payment/pricing.rules.ts'
import { refusals, words as registrationWords } from '../../words.ts'
import {
  type Draft,
  type Mistakes,
  type StepName,
  holderOf,
  inputFrom,
  mistakeWhileTyping,
  mistakesIn,
  stepOfWrong,
  stepsFor,
  valueOf,
  withValue,
} from './signUpForm.ts'
import { chargeIn, standsTwice, wrongsByPerson } from './signUpParty.ts'
import { useInvitations } from './useInvitations.ts'
import { useParty } from './useParty.ts'
import { useSending } from './useSending.ts'

const mark = (one: Pick<Draft, 'key'>, name: string) => `${one.key} ${name}`

/**
 * Everything the sign-up form knows and can do; the steps only draw it. One person is in turn at a time, the summary
 * shows them all.
 */
export const useSignUp = (events: readonly RaceEvent[]) => {
  const raceid = link().raceid ?? 0
  const { lang } = useLang()
  const account = useAccount()
  const now = new Date(useNow(30_000))
  const group = useParty(raceid)
  const { party, draft, n } = group
  const invitations = useInvitations(raceid, party)
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wrongs, setWrongs] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<{ answer: Refused; about: Draft | undefined }>()
  const [checking, setChecking] = useState(false)
  const [mine, setMine] = useState<string>()

  const eventOf = (one: Draft) => events.find((event) => String(event.id) === one.eventid && event.signup === 'open')
  const event = eventOf(draft)
  const asked = useAsk(
    registrationDocuments,
    { raceid, eventid: event?.id ?? 0 },
    { enabled: event !== undefined, staleTime: 300_000 },
  )
  // The consents are the race's: the same whichever event they were asked with.
  const consents = asked.data?.consents ?? []
  const mistakesOf = (one: Draft, step: StepName): Mistakes => ({
    ...(step === 'event' ? invitations.mistakeOf(one, eventOf(one)) : {}),
    ...(step === 'who' && standsTwice(party, one.key, now)
      ? { [one.person ? 'person' : 'idnum']: { says: registrationWords.friend_twice } }
      : {}),
    ...mistakesIn(step, one, eventOf(one), consents, now),
  })
  /** The first step that still lacks something before everything is looked through. */
  const lacks = (one: Draft): StepName | undefined =>
    stepsFor(eventOf(one)).find((step) => step !== 'review' && Object.keys(mistakesOf(one, step)).length > 0)

  const steps = stepsFor(event)
  const wanted = steps.find((one) => one === group.wanted) ?? 'event'
  // A step cannot be reached before those in front of it are filled in, whatever the address says. In the summary each
  // person's gaps are shown instead.
  const blocked = lacks(draft)
  const passes =
    !blocked || steps.indexOf(blocked) >= steps.indexOf(wanted) || (wanted === 'review' && party.length > 1)
  const step = !event && !(wanted === 'review' && party.length > 1) ? 'event' : passes ? wanted : blocked
  const at = steps.indexOf(step)
  const holder = holderOf(draft, event, now)
  // Whoever was in the summary and goes back to mend one thing returns to it at once.
  const [reviewed, setReviewed] = useState<ReadonlySet<string>>(new Set())
  const returns = reviewed.has(draft.key) && step !== 'review'
  useEffect(() => {
    if (step === 'review') setReviewed(new Set(party.filter((one) => !lacks(one)).map(({ key }) => key)))
  }, [step, party.length, asked.data === undefined])
  const mistakes = mistakesOf(draft, step)
  const chargeOfDraft = (one: Draft) => {
    const chosen = eventOf(one)
    return chosen && chargeIn(chosen, invitations.broughtTo(one))
  }
  const people = party.map((one, index) => ({
    draft: one,
    n: index + 1,
    event: eventOf(one),
    holder: holderOf(one, eventOf(one), now),
    charge: chargeOfDraft(one),
    brought: invitations.broughtTo(one),
    lacks: lacks(one),
  }))
  const total = chargeTogether(people.flatMap(({ charge }) => charge ?? []))

  const forget = (names: readonly string[]) => {
    setWrongs((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name.replace(/ answers\./, ' ')))),
    )
    setRefused(undefined)
  }
  const change = (patch: Partial<Draft>) => {
    group.put(draft.key, (before) => ({ ...before, ...patch }))
    // Another event may ask other things: they are gone through once.
    if (patch.eventid !== undefined) setReviewed((before) => new Set([...before].filter((key) => key !== draft.key)))
    forget(Object.keys(patch).map((name) => mark(draft, name.replace(/^qual_/, 'qualifying.'))))
  }
  const setField = (name: string, value: string) => {
    group.put(draft.key, (before) => withValue(before, name, value))
    forget([mark(draft, name)])
  }
  const changeAll = (patch: Partial<Draft>) => group.putAll((before) => ({ ...before, ...patch }))
  /** In the summary for everybody, before it for the person in turn. */
  const agree = (agreed: Partial<Draft['agreed']>) => {
    const put = (before: Draft): Draft => ({ ...before, agreed: { ...before.agreed, ...agreed } })
    if (step === 'review') group.putAll(put)
    else group.put(draft.key, put)
    forget(party.flatMap((one) => Object.keys(agreed).map((name) => mark(one, `consents.${name}`))))
  }
  const leave = (name: string) => setLeft((before) => new Set([...before, mark(draft, name)]))

  /**
   * The sentence under a field: the server's, else ours once the field was left with something in it or the step was
   * tried.
   */
  const errorAt = (name: string): string | undefined => {
    const said = wrongs[mark(draft, name)] ?? wrongs[mark(draft, `answers.${name}`)]
    if (said) return said
    const filled = valueOf(draft, name) !== ''
    const seen = name === 'invite' || tried.has(mark(draft, step)) || (left.has(mark(draft, name)) && filled)
    const found = seen
      ? (mistakes[name] ?? mistakes[`answers.${name}`])
      : name === 'idnum' && filled
        ? mistakeWhileTyping(draft, now)
        : undefined
    if (!found) return undefined
    return Object.entries(found.values ?? {}).reduce(
      (sentence, [value, filledIn]) => sentence.replaceAll(`{${value}}`, String(filledIn)),
      found.says[lang],
    )
  }

  const focusFirstWrong = () =>
    setTimeout(() => {
      const wrong = document.querySelector<HTMLElement>('#main :is([aria-invalid="true"], [data-wrong]:enabled)')
      wrong?.focus({ preventScroll: true })
      // To the middle: what stands under the bar at the foot counts as in sight for a mere focus.
      wrong?.scrollIntoView({ block: 'center' })
    }, 50)

  /**
   * Whether the document is already in this race: asked while nothing is lost by it. A failure to ask is no reason to
   * stop.
   */
  const documentIsFree = async (): Promise<boolean> => {
    if (draft.person || !account.loggedIn) return true
    setChecking(true)
    try {
      const found = await call(
        registrationExist,
        { raceid, idtype: draft.idtype, idnum: draft.idnum, ...(draft.country ? { country: draft.country } : {}) },
        { quiet: true },
      )
      if (!found.exist) return true
      setWrongs((before) => ({ ...before, [mark(draft, 'idnum')]: refusals.already_registered.says[lang] }))
      setMine(found.mine?._key)
      return false
    } catch {
      return true
    } finally {
      setChecking(false)
    }
  }

  /** A refusal is shown where it can be mended: at the right person, the right step, the right field. */
  const meet = (answer: Refused, about: Draft | undefined) => {
    const field =
      answer.refusal === 'clothes_gone'
        ? 'clothes'
        : answer.refusal === 'bus_full'
          ? 'packagebus'
          : answer.refusal?.startsWith('invite_')
            ? 'invite'
            : answer.refusal === 'already_registered' || answer.refusal === 'qualification_lost'
              ? about?.person
                ? 'person'
                : 'idnum'
              : undefined
    const found = about && field ? { [mark(about, field)]: answer.msg } : wrongsByPerson(answer.fields, party)
    const wrongOf = (one: Draft) =>
      Object.keys(found).flatMap((name) => (name.startsWith(`${one.key} `) ? [name.slice(one.key.length + 1)] : []))
    const whose = party.find((one) => wrongOf(one).length > 0)
    setWrongs((before) => ({ ...before, ...found }))
    if (answer.refusal === 'already_registered') {
      setRefused({ answer, about })
      if (party.length === 1) void documentIsFree()
    }
    if (!whose) return setRefused({ answer, about })
    for (const one of party)
      if (one.person && wrongOf(one).some((name) => name.includes('guardian')))
        group.put(one.key, (before) => ({ ...before, guardian_wanted: true }))
    const first = stepsFor(eventOf(whose)).find((one) =>
      wrongOf(whose).some((name) => stepOfWrong(name, eventOf(whose)) === one),
    )
    if (first && first !== 'review') group.show(first, party.indexOf(whose) + 1)
    else setRefused({ answer, about: whose })
    focusFirstWrong()
  }
  const sending = useSending({
    raceid,
    party: group,
    account,
    meet,
    inputs: () => people.flatMap((one) => (one.event ? [inputFrom(one.draft, one.event, consents, one.holder)] : [])),
  })

  const submit = () => {
    setRefused(undefined)
    sending.submit()
  }
  const next = async () => {
    setTried((before) => new Set([...before, mark(draft, step)]))
    if (step === 'event' && draft.invite) {
      setChecking(true)
      const fits = await invitations.look(draft, event)
      setChecking(false)
      if (!fits) return focusFirstWrong()
    }
    if (Object.keys(mistakes).length > 0) return focusFirstWrong()
    if (step === 'who' && !(await documentIsFree())) return focusFirstWrong()
    const following = returns ? (steps.find((one) => one !== step && lacks(draft) === one) ?? 'review') : steps[at + 1]
    if (following) return group.show(following)
    const unfinished = people.find((one) => one.lacks)
    if (!unfinished) return submit()
    setTried((before) => new Set([...before, mark(unfinished.draft, unfinished.lacks ?? 'event')]))
    group.show(unfinished.lacks ?? 'event', unfinished.n)
    return focusFirstWrong()
  }
  const startOver = () => {
    group.startOver()
    setTried(new Set())
    setLeft(new Set())
    setWrongs({})
  }

  return {
    draft,
    change,
    setField,
    leave,
    errorAt,
    event,
    events,
    asked,
    consents,
    documents: asked.data?.documents ?? [],
    steps,
    step,
    at,
    returns,
    holder,
    mistakes,
    mine,
    now,
    people,
    total,
    n,
    invitations,
    add: group.add,
    remove: group.remove,
    changeAll,
    agree,
    next,
    show: group.show,
    startOver,
    restored: group.restored,
    account,
    logIn: sending.logIn,
    loggedIn: sending.loggedIn,
    loginOpen: sending.loginOpen,
    closeLogin: sending.closeLogin,
    submit,
    refused: refused?.answer,
    about: refused?.about,
    sending: sending.sending,
    busy: checking,
    orphanWrongs: Object.entries(wrongs).filter(
      ([name]) => name.startsWith(`${draft.key} `) && stepOfWrong(name.slice(draft.key.length + 1), event) === 'review',
    ),
  }
}
export type SignUp = ReturnType<typeof useSignUp>
