import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { wrong } from '#contract/wrong.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useAsksBeforeLeaving } from '#ui/form/unsaved/useAsksBeforeLeaving.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { countText } from '#ui/language/clock.ts'
import { bookMoney, money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type WalkInPays, consoleWalkinsEnter, type consoleWalkinsOffer } from '../contract.ts'
import { words } from '../words.ts'
import { FormAtDesk, useDeskAnswers } from './FormAtDesk.tsx'
import type { EnteredWalkIn } from './EnteredCard.tsx'
import { PayFields } from './PayFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { chargeAtDesk, personAge } from './walkInCharge.ts'

type Offer = OutputOf<typeof consoleWalkinsOffer>

/** The refusals after which the prices, stock or places on the page are out of date. */
const stale: readonly (string | undefined)[] = ['price_changed', 'addon_gone', 'clothes_gone', 'bus_full', 'sold_out']

type Props = {
  raceid: number
  offer: Offer
  onEntered: (entered: EnteredWalkIn) => void
  onStale: () => void
}
export const WalkInForm = ({ raceid, offer, onEntered, onStale }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe(raceid)
  const enter = useCall(consoleWalkinsEnter, { quiet: true })
  const only = offer.events.length === 1 ? String(offer.events[0]!.id) : ''
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({ eventid: only, idtype: 'idcard', pay: 'cash' })
  const [agreed, setAgreed] = useState(false)
  const [overrule, setOverrule] = useState(false)
  const [bib, setBib] = useState(true)
  const [today] = useState(() => new Date())
  const asking = useDeskAnswers()
  const [refused, setRefused] = useState<Refused>()
  const { dialog } = useAsksBeforeLeaving(['name', 'idnum', 'mobile'].some((name) => (typed[name] ?? '') !== ''))
  const event = offer.events.find(({ id }) => String(id) === typed.eventid)
  // A field that somebody types in again loses the server's sentence.
  const forget = (name: string) =>
    setRefused(
      (before) =>
        before && {
          ...before,
          fields: Object.fromEntries(Object.entries(before.fields).filter(([field]) => field !== name)),
        },
    )
  const type = (name: string, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }))
    if (!name.startsWith('guardian_')) forget(name)
  }
  const charge = event && chargeAtDesk(event, asking.addons, personAge(event, typed, today))
  const amount = charge === undefined ? '' : bookMoney(charge)
  const send = async () => {
    setRefused(undefined)
    const { eventid = '', pay = 'cash', ...given } = typed
    try {
      const entered = await enter.mutateAsync({
        raceid,
        eventid: eventid === '' ? Number.NaN : Number(eventid),
        pay: pay as WalkInPays,
        agreed,
        bib,
        overrule,
        ...given,
        ...(event ? asking.sent(event) : {}),
        ...(pay === 'free' || charge === undefined ? {} : { amount: charge }),
      })
      onEntered({ ...entered, pay: pay as WalkInPays })
    } catch (thrown) {
      const why = refusedFrom(thrown)
      setRefused(why)
      if (stale.includes(why.refusal)) onStale()
    }
  }
  return (
    <Card>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          void send()
        }}
      >
        <Select
          label={t(words.event)}
          placeholder={t(words.choose)}
          value={typed.eventid ?? ''}
          error={refused?.fields.eventid && t(wrong.required)}
          onChange={(changed) => type('eventid', changed.target.value)}
          options={offer.events.map(({ id, name, price, left }) => ({
            value: String(id),
            label: t(words.event_left, { name, price: money(price, lang), left: countText(left) }),
          }))}
        />
        <PersonFields
          typed={typed}
          type={type}
          refused={refused}
          idtypes={event?.idtypes ?? offer.events[0]!.idtypes}
        />
        {event ? <FormAtDesk asking={asking} event={event} refused={refused} onTyped={forget} /> : null}
        {event && event.addons.length > 0 && typed.pay !== 'free' ? (
          <p className="figures font-bold" role="status">
            {t(words.to_pay, { amount })}
          </p>
        ) : null}
        <PayFields typed={typed} type={type} refused={refused} amount={amount} free={may('registrations.edit')} />
        <Checkbox
          checked={agreed}
          error={refused?.fields.agreed}
          onChange={(changed) => setAgreed(changed.target.checked)}
        >
          {t(words.agreed)}
        </Checkbox>
        {offer.next ? (
          <Checkbox checked={bib} onChange={(changed) => setBib(changed.target.checked)}>
            {t(words.bib_next, { bib: offer.next })}
          </Checkbox>
        ) : (
          <p className="text-14 text-soft">{t(words.bib_none)}</p>
        )}
        {refused?.facts.overrulable ? (
          <Checkbox checked={overrule} onChange={(changed) => setOverrule(changed.target.checked)}>
            {t(words.overrule)}
          </Checkbox>
        ) : null}
        <Refusal refused={refused} />
        <Button type="submit" busy={enter.isPending} className="justify-self-start">
          {t(words.send)}
        </Button>
      </form>
      {dialog}
    </Card>
  )
}
