import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { wrong as wrongWords } from '#contract/wrong.ts'
import { qualifyingSecondsOf } from '#features/registrations/signup/qualifying.rules.ts'
import { Button } from '#ui/form/Button.tsx'
import { useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Postage, postageOrder } from '../contract.ts'
import { postageFieldWords, words } from '../words.ts'

type Typed = { size: string; former: string; name: string; mobile: string; address: string }

/** The form for size, earlier best time, and address. The runner can change an order until the parcel is sent. */
export const OrderForm = ({ id, postage, onDone }: { id: string; postage: Postage; onDone: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { parcel, raceid, sizes, who } = postage
  const live = parcel && (parcel.state === 'open' || parcel.state === 'paid') ? parcel : null
  const kept = openDraft<Typed>(`postage:${id}`, raceid, ['name', 'mobile', 'address'])
  const [typed, setTyped] = useState<Typed>(() =>
    live
      ? { size: live.size, former: live.former ?? '', ...live.contact }
      : { size: '', former: '', name: postage.name, mobile: '', address: '', ...kept.read() },
  )
  const [wrong, setWrong] = useState<Partial<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const order = useCall(postageOrder, { quiet: true })
  const asksFormer = who === 'pb' && live?.state !== 'paid'
  const keep = useEffectEvent(() => {
    if (!live) kept.write(typed)
  })
  useEffect(() => keep(), [typed])
  const set = (change: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...change }))
    setWrong({})
  }
  const show = (found: Partial<Record<string, string>>) => {
    setWrong(found)
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], input[type="radio"]')?.focus(),
    )
  }
  const send = () => {
    if (order.isPending) return
    const found: Partial<Record<string, string>> = {}
    if (!sizes.includes(typed.size)) found.size = t(postageFieldWords.size)
    if (asksFormer && typed.former.trim() === '') found.former = t(postageFieldWords.former_missing)
    else if (asksFormer && qualifyingSecondsOf(typed.former) === undefined)
      found.former = t(postageFieldWords.former_format)
    for (const field of ['name', 'mobile', 'address'] as const)
      if (typed[field].trim() === '') found[field] = t(wrongWords.required)
    if (Object.keys(found).length > 0) return show(found)
    order.mutate(
      { id, ...typed, former: asksFormer ? typed.former.trim() : '' },
      {
        onSuccess: () => {
          kept.clear()
          if (live) toastSuccess(t(words.saved))
          onDone()
        },
        onError: ({ fields }) => show(fields),
      },
    )
  }
  const fee = money(postage.fee, lang)
  return (
    <Card title={t(live ? words.edit : words.title)}>
      <form
        ref={form}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        {asksFormer ? (
          <TextInput
            label={t(words.former)}
            hint={t(words.formerHint)}
            error={wrong.former}
            value={typed.former}
            maxLength={8}
            inputMode="text"
            inputClassName="figures"
            onChange={(event) => set({ former: event.target.value.replaceAll('：', ':') })}
          />
        ) : null}
        <RadioCards
          label={t(words.size)}
          error={wrong.size}
          value={typed.size}
          onChange={(size) => set({ size })}
          options={sizes.map((size) => ({ value: size, label: size }))}
          columns={3}
          centred
        />
        <TextInput
          label={t(words.name)}
          error={wrong.name}
          value={typed.name}
          maxLength={40}
          autoComplete="name"
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextInput
          label={t(words.mobile)}
          error={wrong.mobile}
          value={typed.mobile}
          type="tel"
          inputMode="tel"
          maxLength={20}
          autoComplete="tel"
          inputClassName="figures"
          onChange={(event) => set({ mobile: event.target.value })}
        />
        <TextArea
          label={t(words.address)}
          hint={t(words.addressHint)}
          error={wrong.address}
          rows={3}
          value={typed.address}
          maxLength={200}
          autoComplete="street-address"
          onChange={(event) => set({ address: event.target.value.replaceAll('\n', ' ') })}
        />
        {order.error && Object.keys(order.error.fields).length === 0 ? (
          <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
            {order.error.msg}
          </p>
        ) : null}
        <Button type="submit" wide busy={order.isPending}>
          {live ? t(words.change) : postage.fee > 0 ? t(words.order, { fee }) : t(words.orderFree)}
        </Button>
      </form>
    </Card>
  )
}
