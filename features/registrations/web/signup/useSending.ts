import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '#seam/web/account.tsx'
import { raceEvents } from '#features/events/contract.ts'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import { registrationMy } from '../../contract.ts'
import { type SignupInput, registrationFriends, registrationSave } from '../../signup/signup.contract.ts'
import type { SignupGoodsGiven } from '../../signup/beside.contract.ts'
import type { Draft } from './draft.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { PartyForm } from './party/useParty.ts'

type Answered = { _key: string; orderid: number | null; amount: number; payable: 0 | 1 }
type Sending = {
  raceid: number
  elsewhere?: Elsewhere | undefined
  party: PartyForm
  account: Account
  inputs: () => Omit<SignupInput, 'raceid'>[]
  goods: () => SignupGoodsGiven | undefined
  onSaved: () => void
  /** Shows a refusal where the person can correct it. `about` is the person whom the refusal names. */
  meet: (answer: Refused, about: Draft | undefined) => void
}

/**
 * Sends one person or several people at once, and opens the payment. If nobody is logged in, the log-in comes first.
 */
export const useSending = ({ raceid, elsewhere, party, account, inputs, meet, goods, onSaved }: Sending) => {
  const go = useGo()
  const queries = useQueryClient()
  const save = useCall(registrationSave, { quiet: true })
  const friends = useCall(registrationFriends, { quiet: true })
  const [loginOpen, setLoginOpen] = useState(false)
  const [submits, setSubmits] = useState(false)
  const [away, setAway] = useState(false)
  const sending = save.isPending || friends.isPending || away

  const saved = (answer: Answered) => {
    const unpaid = answer.payable === 1 && answer.amount > 0
    const many = party.party.length > 1
    party.settle(unpaid)
    onSaved()
    void queries.invalidateQueries({ queryKey: [raceEvents.path] })
    void queries.invalidateQueries({ queryKey: [registrationMy.path] })
    go(
      unpaid ? path.pay({ _key: answer._key }) : many ? path.personallist() : path.queryDetail({ _key: answer._key }),
      { replace: true },
    )
  }
  const onError = (thrown: unknown) => {
    const answer = refusedFrom(thrown)
    // Another runner took the last place, shirt or seat, or staff have stopped selling an add-on. The numbers on the
    // page are out of date.
    const isOld = answer.code === '409' || Object.keys(answer.fields).some((name) => /(^|\.)addons\./.test(name))
    if (isOld) void queries.invalidateQueries({ queryKey: [raceEvents.path] })
    meet(answer, party.party[Number(answer.facts.person ?? 0)])
  }
  const send = () => {
    if (sending) return
    const [one, ...others] = inputs()
    if (!one) return
    if (elsewhere) {
      setAway(true)
      const { amount: _amount, ...entry } = one
      void elsewhere
        .send(entry)
        .then(() => party.settle(false), onError)
        .finally(() => setAway(false))
      return
    }
    const bought = goods()
    const beside = bought ? { goods: bought } : {}
    if (others.length === 0) save.mutate({ raceid, ...one, ...beside }, { onSuccess: saved, onError })
    else
      friends.mutate(
        { raceid, friends: [one, ...others], ...beside },
        {
          onSuccess: ({ items, ...answer }) =>
            items[0] && saved({ ...answer, _key: (items.find(({ amount }) => amount > 0) ?? items[0])._key }),
          onError,
        },
      )
  }
  const ask = (submitting: boolean) => {
    setSubmits(submitting)
    setLoginOpen(true)
  }
  return {
    sending,
    submit: () => (account.loggedIn ? send() : ask(true)),
    loginOpen,
    /** True if the log-in submits the entry. */
    submits,
    closeLogin: () => setLoginOpen(false),
    logIn: () => ask(false),
    loggedIn: () => {
      setLoginOpen(false)
      account.refresh()
      if (submits) send()
      setSubmits(false)
    },
  }
}
