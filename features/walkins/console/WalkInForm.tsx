import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { labels, partLabels } from '#features/fields/words.ts'
import { CountrySelect } from '#features/people/web/CountrySelect.tsx'
import { checkDocument } from '#features/people/rules.ts'
import { words as people } from '#features/people/words.ts'
import { words as desk } from '#features/registrations/console/desk.words.ts'
import { guardianKinds } from '#features/registrations/signup/signup.rules.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useAsksBeforeLeaving } from '#ui/form/unsaved/useAsksBeforeLeaving.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { countText } from '#ui/language/clock.ts'
import { bookMoney, money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type WalkInPays, consoleWalkinsEnter, type consoleWalkinsOffer } from '../contract.ts'
import { words } from '../words.ts'
import type { EnteredWalkIn } from './EnteredCard.tsx'

type Offer = OutputOf<typeof consoleWalkinsOffer>
const grid = 'grid gap-4 md:grid-cols-2'

/** The desk's form: the person, the event and the way to pay. */
export const WalkInForm = (props: { raceid: number; offer: Offer; onEntered: (entered: EnteredWalkIn) => void }) => {
  const { raceid, offer, onEntered } = props
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe(raceid)
  const enter = useCall(consoleWalkinsEnter, { quiet: true })
  const only = offer.events.length === 1 ? String(offer.events[0]!.id) : ''
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({ eventid: only, idtype: 'idcard', pay: 'cash' })
  const [agreed, setAgreed] = useState(false)
  const [overrule, setOverrule] = useState(false)
  const [bib, setBib] = useState(true)
  const [refused, setRefused] = useState<Refused>()
  const { dialog } = useAsksBeforeLeaving(['name', 'idnum', 'mobile'].some((name) => (typed[name] ?? '') !== ''))
  const event = offer.events.find(({ id }) => String(id) === typed.eventid)
  const type = (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value }))
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
      })
      onEntered({ ...entered, pay: pay as WalkInPays })
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const amount = event ? bookMoney(event.price) : ''
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
          error={refused?.fields.eventid}
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
        <RadioCards
          label={t(words.pay)}
          columns={3}
          value={typed.pay}
          onChange={(pay) => type('pay', pay)}
          options={[
            { value: 'cash', label: t(words.cash), description: amount ? t(words.cash_text, { amount }) : undefined },
            { value: 'card', label: t(words.card), description: amount ? t(words.cash_text, { amount }) : undefined },
            {
              value: 'transfer',
              label: t(words.transfer),
              description: amount ? t(words.transfer_text, { amount }) : undefined,
            },
            { value: 'link', label: t(words.link), description: t(words.link_text) },
            ...(may('registrations.edit')
              ? [{ value: 'free', label: t(words.free), description: t(words.free_text) }]
              : []),
          ]}
        />
        {typed.pay === 'card' || typed.pay === 'transfer' ? (
          <TextInput
            label={t(words.reference)}
            value={typed.reference ?? ''}
            maxLength={80}
            error={refused?.fields.reference}
            onChange={(changed) => type('reference', changed.target.value)}
          />
        ) : null}
        {typed.pay === 'free' ? (
          <TextInput
            label={t(words.reason)}
            value={typed.reason ?? ''}
            maxLength={200}
            error={refused?.fields.reason}
            onChange={(changed) => type('reason', changed.target.value)}
          />
        ) : null}
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

type PersonProps = {
  typed: Readonly<Record<string, string>>
  type: (name: string, value: string) => void
  refused: Refused | undefined
  idtypes: Offer['events'][number]['idtypes']
}
/** The fields for name and document. Gender and birth appear if the number does not contain them. */
const PersonFields = ({ typed, type, refused, idtypes }: PersonProps) => {
  const t = useWords()
  const [today] = useState(() => new Date())
  const idtype = (typed.idtype ?? 'idcard') as PersonProps['idtypes'][number]
  const verdict = checkDocument({ idtype, idnum: typed.idnum ?? '', country: typed.country }, today)
  const document = verdict.ok ? verdict.document : undefined
  const text = (name: 'name' | 'idnum' | 'mobile' | 'birth', rest: { type?: string; max: number; hint?: string }) => (
    <TextInput
      label={t(labels[name])}
      type={rest.type ?? 'text'}
      value={typed[name] ?? ''}
      maxLength={rest.max}
      hint={rest.hint}
      error={refused?.fields[name]}
      onChange={(changed) => type(name, changed.target.value)}
    />
  )
  const isMinor = ['guardian_name', 'guardian_mobile', 'guardian_relationship'].some((name) => refused?.fields[name])
  return (
    <>
      <div className={grid}>
        {text('name', { max: 80 })}
        <Select
          label={t(labels.idtype)}
          value={idtype}
          error={refused?.fields.idtype}
          onChange={(changed) => type('idtype', changed.target.value)}
          options={idtypes.map((value) => ({ value, label: t(people[value]) }))}
        />
        {text('idnum', { max: 60, ...(document?.birth ? { hint: t(words.birth_told) } : {}) })}
        {text('mobile', { type: 'tel', max: 30 })}
        {idtype === 'passport' ? (
          <CountrySelect
            value={typed.country ?? ''}
            error={refused?.fields.country}
            onChange={(country) => type('country', country)}
          />
        ) : null}
        {idtype === 'idcard' && (document === undefined || document.birth) ? null : (
          <>
            <Select
              label={t(labels.gender)}
              placeholder={t(words.choose)}
              value={typed.gender ?? ''}
              error={refused?.fields.gender}
              onChange={(changed) => type('gender', changed.target.value)}
              options={(['male', 'female'] as const).map((value) => ({ value, label: t(people[value]) }))}
            />
            {text('birth', { type: 'date', max: 10 })}
          </>
        )}
      </div>
      {isMinor ? <GuardianFields typed={typed} type={type} refused={refused} /> : null}
    </>
  )
}

const GuardianFields = ({ typed, type, refused }: Omit<PersonProps, 'idtypes'>) => {
  const t = useWords()
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-bold">{t(words.guardian)}</legend>
      <div className={grid}>
        {(['guardian_name', 'guardian_mobile'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(partLabels[name]!)}
            value={typed[name] ?? ''}
            maxLength={80}
            error={refused?.fields[name]}
            onChange={(changed) => type(name, changed.target.value)}
          />
        ))}
        <Select
          label={t(partLabels.guardian_relationship!)}
          placeholder={t(words.choose)}
          value={typed.guardian_relationship ?? ''}
          error={refused?.fields.guardian_relationship}
          onChange={(changed) => type('guardian_relationship', changed.target.value)}
          options={guardianKinds.map((value) => ({ value, label: t(desk[`guardian_${value}`]) }))}
        />
      </div>
    </fieldset>
  )
}
