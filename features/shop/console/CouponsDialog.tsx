import { useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { consoleGoodsList } from '#features/sales/goods/goods.contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { type CouponBatch, consoleCouponsSave } from '../coupons/coupons.contract.ts'
import { couponWays } from '../coupons/coupons.rules.ts'
import { deskWords as words } from './desk.words.ts'

type Said = Partial<Record<Lang, string>>
const fresh = {
  kind: 'amount' as 'amount' | 'percent',
  value: 1_000,
  most: null as number | null,
  threshold: 0,
  goodsids: [] as number[],
  stackable: false,
  pieces: null as number | null,
  per_person: 1,
  way: 'claim' as CouponBatch['way'],
  code: null as string | null,
  valid_from: null as string | null,
  valid_until: null as string | null,
  open: true,
}

/** The editor of a batch of coupons. */
export const CouponsDialog = ({
  raceid,
  batch,
  onClose,
  onDone,
}: {
  raceid: number
  batch: CouponBatch | undefined
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const goods = useAsk(consoleGoodsList, { raceid, room: 'shop' })
  const [name, setName] = useState<Said>(batch ? { ...batch.names, 'zh-cn': batch.name } : {})
  const [terms, setTerms] = useState<typeof fresh>(
    batch ? { ...fresh, ...Object.fromEntries(Object.entries(batch).filter(([key]) => key in fresh)) } : fresh,
  )
  const save = useCall(consoleCouponsSave, { quiet: true })
  const fields = save.error?.fields ?? {}
  const set = (change: Partial<typeof fresh>) => setTerms({ ...terms, ...change })
  const send = () => {
    const { 'zh-cn': zh, ...names } = name
    save.mutate(
      {
        raceid,
        ...(batch ? { id: batch.id } : {}),
        ...terms,
        name: zh?.trim() || names.en?.trim() || '',
        names: Object.fromEntries(Object.entries(names).filter(([, one]) => one.trim())),
        stackable: terms.stackable ? '1' : '0',
        open: terms.open ? '1' : '0',
        code: terms.code?.trim() ? terms.code : null,
        valid_from: terms.valid_from ?? '',
        valid_until: terms.valid_until ?? '',
      },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onDone()
        },
      },
    )
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t(batch ? words.editCoupons : words.newCoupons)}
      actions={
        <Button busy={save.isPending} onClick={send}>
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-5 pb-2">
        <WordsInput label={t(words.name)} value={name} onChange={setName} max={60} error={fields.name} />
        <Segmented
          label={t(words.kind)}
          value={terms.kind}
          onChange={(value) =>
            set({ kind: value === 'percent' ? 'percent' : 'amount', value: value === 'percent' ? 10 : 1_000 })
          }
          options={[
            { value: 'amount', label: t(words.amount) },
            { value: 'percent', label: t(words.percent) },
          ]}
        />
        <TermFields terms={terms} fields={fields} onChange={set} />
        {goods.data && goods.data.items.length > 0 ? (
          <fieldset>
            <legend className="mb-2 text-14 font-medium">{t(words.onlyFor)}</legend>
            <div className="flex flex-wrap gap-2">
              {goods.data.items.map((one) => (
                <ChoiceChip
                  key={one.id}
                  chosen={terms.goodsids.includes(one.id)}
                  onClick={() =>
                    set({
                      goodsids: terms.goodsids.includes(one.id)
                        ? terms.goodsids.filter((id) => id !== one.id)
                        : [...terms.goodsids, one.id],
                    })
                  }
                >
                  {(lang === 'zh-cn' ? '' : one.names[lang]) || one.name}
                </ChoiceChip>
              ))}
            </div>
          </fieldset>
        ) : null}
        <Checkbox checked={terms.stackable} onChange={(event) => set({ stackable: event.target.checked })}>
          {t(words.stackable)}
        </Checkbox>
        <Checkbox checked={terms.open} onChange={(event) => set({ open: event.target.checked })}>
          {t(words.couponOpen)}
        </Checkbox>
        <Refusal refused={save.error ?? undefined} />
      </div>
    </Dialog>
  )
}

const TermFields = ({
  terms,
  fields,
  onChange,
}: {
  terms: typeof fresh
  fields: Readonly<Record<string, string>>
  onChange: (change: Partial<typeof fresh>) => void
}) => {
  const t = useWords()
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {terms.kind === 'amount' ? (
        <MoneyInput
          label={t(words.value)}
          unit={t(words.yuan)}
          value={terms.value}
          onChange={(value) => onChange({ value })}
        />
      ) : (
        <>
          <NumberInput
            label={t(words.value)}
            unit="%"
            min={1}
            max={100}
            value={terms.value}
            onChange={(value) => onChange({ value })}
          />
          <MoneyInput
            label={t(words.most)}
            unit={t(words.yuan)}
            optional
            value={terms.most}
            onChange={(most) => onChange({ most })}
          />
        </>
      )}
      <MoneyInput
        label={t(words.threshold)}
        unit={t(words.yuan)}
        value={terms.threshold}
        onChange={(threshold) => onChange({ threshold })}
      />
      <NumberInput
        label={t(words.total)}
        optional
        min={1}
        value={terms.pieces}
        onChange={(pieces) => onChange({ pieces })}
      />
      <NumberInput
        label={t(words.perPerson)}
        min={1}
        max={1_000}
        value={terms.per_person}
        onChange={(per_person) => onChange({ per_person })}
      />
      <Select
        label={t(words.way)}
        value={terms.way}
        onChange={(event) => onChange({ way: couponWays.find((one) => one === event.target.value) ?? 'claim' })}
        options={couponWays.map((one) => ({ value: one, label: t(words[one]) }))}
      />
      {terms.way === 'claim' ? (
        <TextInput
          label={t(words.code)}
          value={terms.code ?? ''}
          maxLength={20}
          error={fields.code}
          onChange={(event) => onChange({ code: event.target.value })}
        />
      ) : null}
      <DateTimeInput
        label={t(words.from)}
        value={terms.valid_from}
        error={fields.valid_from}
        onChange={(valid_from) => onChange({ valid_from })}
      />
      <DateTimeInput
        label={t(words.until)}
        value={terms.valid_until}
        error={fields.valid_until}
        onChange={(valid_until) => onChange({ valid_until })}
      />
    </div>
  )
}
