import { useState } from 'react'
import type { RaceEvent } from '#features/events/contract.ts'
import { useAccount } from '#seam/web/account.tsx'
import type { Refused } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import type { Draft } from './draft.ts'
import type { Elsewhere } from './elsewhere.ts'
import { useChanges } from './useChanges.ts'
import { inputFrom } from './signUpInput.ts'
import { stepOfWrong, stepsFor } from './formSteps.ts'
import { wrongsByPerson } from './party/signUpParty.ts'
import { goesByAge } from './prices/charges.ts'
import { useInvitations } from './invitations/useInvitations.ts'
import { useGoods } from './useGoods.ts'
import { useParty } from './party/useParty.ts'
import { useSending } from './useSending.ts'
import { useSteps } from './useSteps.ts'
import { mark, useDocumentCheck, useWrongs } from './useWrongs.ts'

/** Finds the field that a refusal is about, if the word of the refusal tells the field. */
const fieldOf = ({ refusal }: Refused, about: Draft | undefined): string | undefined => {
  if (refusal === 'clothes_gone') return 'clothes'
  if (refusal === 'bus_full') return 'packagebus'
  if (refusal?.startsWith('invite_')) return 'invite'
  if (refusal === 'already_registered' || refusal === 'qualification_lost') return about?.person ? 'person' : 'idnum'
  return undefined
}

const focusFirstWrong = () =>
  setTimeout(() => {
    const wrong = document.querySelector<HTMLElement>('#main :is([aria-invalid="true"], [data-wrong]:enabled)')
    wrong?.focus({ preventScroll: true })
    // Scrolls the field to the middle of the window. If the field only got the focus, the bar at the bottom could hide
    // it.
    wrong?.scrollIntoView({ block: 'center' })
  }, 50)

/**
 * Returns the state and actions of the sign-up form; the steps only show the form. The steps are about one person at a
 * time, and the summary shows everybody.
 */
export const useSignUp = (events: readonly RaceEvent[], elsewhere?: Elsewhere) => {
  const raceid = link().raceid ?? 0
  const account = useAccount()
  const group = useParty(raceid, elsewhere)
  const { party, draft, n } = group
  const invitations = useInvitations(raceid, party)
  const buying = useGoods(raceid)
  const { goods } = buying
  const [refused, setRefused] = useState<{ answer: Refused; about: Draft | undefined }>()
  const [checking, setChecking] = useState(false)
  const way = useSteps({ raceid, events, group, invitations, loggedIn: account.loggedIn })
  const { now, eventOf, event, consents, lacks, steps, step, at, returns, mistakes, people, goThroughAgain } = way
  const wrongs = useWrongs({ draft, event, step, mistakes, now })
  const { isFree, looking, mine } = useDocumentCheck(raceid, account.loggedIn, (sentence) =>
    wrongs.setWrongs((before) => ({ ...before, [mark(draft, 'idnum')]: sentence })),
  )
  const forget = (names: readonly string[]) => {
    wrongs.forget(names)
    setRefused(undefined)
  }
  const { change, setField, buy, changeAll, agree } = useChanges({ group, step, goThroughAgain, forget })
  /** Shows a refusal where the person can correct it: at the right person, step and field. */
  const meet = (answer: Refused, about: Draft | undefined) => {
    const field = fieldOf(answer, about)
    const found = about && field ? { [mark(about, field)]: answer.msg } : wrongsByPerson(answer.fields, party)
    const wrongOf = (one: Draft) =>
      Object.keys(found).flatMap((name) => (name.startsWith(`${one.key} `) ? [name.slice(one.key.length + 1)] : []))
    const whose = party.find((one) => wrongOf(one).length > 0)
    wrongs.setWrongs((before) => ({ ...before, ...found }))
    if (answer.refusal === 'already_registered') {
      setRefused({ answer, about })
      if (party.length === 1) void isFree(draft)
    }
    if (!whose) return setRefused({ answer, about })
    for (const one of party)
      if (one.person && wrongOf(one).some((name) => name.includes('guardian')))
        group.put(one.key, (before) => ({ ...before, guardian_wanted: true }))
    const first = stepsFor(eventOf(whose), whose).find((one) =>
      wrongOf(whose).some((name) => stepOfWrong(name, eventOf(whose)) === one),
    )
    if (first && first !== 'review') group.show(first, party.indexOf(whose) + 1)
    else setRefused({ answer, about: whose })
    focusFirstWrong()
  }
  const sending = useSending({
    raceid,
    elsewhere,
    party: group,
    account,
    meet,
    goods: buying.sentGoods,
    onSaved: buying.leaveGoods,
    inputs: () =>
      people.flatMap((one) => {
        if (!one.event) return []
        // If the page does not know the effect of a code or the age of a saved person, the amount on the page may be
        // wrong, so the page sends no amount.
        const isKnown =
          (one.draft.invite.trim() === '' || one.brought !== undefined) &&
          !(goesByAge(one.event) && people.some(({ event, age }) => event?.id === one.event?.id && age === null))
        return [inputFrom(one.draft, one.event, consents, one.holder, isKnown ? one.charge?.amount : undefined)]
      }),
  })

  const submit = () => {
    setRefused(undefined)
    sending.submit()
  }
  const next = async () => {
    wrongs.tryStep(draft, step)
    if (step === 'event' && draft.invite) {
      setChecking(true)
      const fits = await invitations.look(draft, event)
      setChecking(false)
      if (!fits) return focusFirstWrong()
    }
    if (Object.keys(mistakes).length > 0) return focusFirstWrong()
    if (step === 'who' && !(await isFree(draft))) return focusFirstWrong()
    const following = returns ? (steps.find((one) => one !== step && lacks(draft) === one) ?? 'review') : steps[at + 1]
    if (following) return group.show(following)
    const unfinished = people.find((one) => one.lacks)
    if (!unfinished) return submit()
    wrongs.tryStep(unfinished.draft, unfinished.lacks ?? 'event')
    group.show(unfinished.lacks ?? 'event', unfinished.n)
    return focusFirstWrong()
  }
  return {
    /** True if the form belongs to a page of another room. */
    elsewhere: elsewhere !== undefined,
    draft,
    change,
    setField,
    buy,
    leave: wrongs.leave,
    errorAt: wrongs.errorAt,
    event,
    events,
    asked: way.asked,
    consents,
    documents: way.asked.data?.documents ?? [],
    steps,
    step,
    at,
    returns,
    holder: way.holder,
    mistakes,
    mine,
    now,
    people,
    goods,
    putGoods: buying.putGoods,
    /** Leaves the goods out after the server refused them. */
    leaveGoods: () => {
      buying.leaveGoods()
      setRefused(undefined)
    },
    total: { ...way.total, fee: way.total.fee + goods.amount, amount: way.total.amount + goods.amount },
    n,
    invitations,
    add: group.add,
    remove: group.remove,
    changeAll,
    agree,
    next,
    show: group.show,
    startOver: () => {
      group.startOver()
      wrongs.startOver()
    },
    restored: group.restored,
    account,
    logIn: sending.logIn,
    loggedIn: sending.loggedIn,
    loginOpen: sending.loginOpen,
    loginSubmits: sending.submits,
    closeLogin: sending.closeLogin,
    submit,
    refused: refused?.answer,
    about: refused?.about,
    sending: sending.sending,
    busy: checking || looking,
    orphanWrongs: wrongs.orphanWrongs,
  }
}
export type SignUp = ReturnType<typeof useSignUp>

/**
 * The parts of a form that the fields need. They come from the sign-up form, or from the form that changes a
 * registration.
 */
export type AskedForm = Pick<SignUp, 'draft' | 'change' | 'setField' | 'leave' | 'errorAt' | 'event' | 'logIn'> & {
  account: Pick<SignUp['account'], 'loggedIn'>
  /** The registration's present values, by field. A runner can still choose such a value when it is sold out. */
  holds?: Readonly<Record<string, string | null>>
}

export type SignUpPerson = SignUp['people'][number]
