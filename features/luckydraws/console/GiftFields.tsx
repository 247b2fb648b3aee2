import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#ui/form/Button.tsx'
import { MoneyInput, NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { prizeWords } from '../prizes/prizes.words.ts'
import { GIFTS_MOST, ODDS_TOTAL, type PrizeWay, prizeWays } from '../rules.ts'
import { consoleWords as words } from './draws.words.ts'

export type EditedGift = {
  name: string
  names: Record<string, string>
  icon: string
  value: number
  pieces: number
  odds: number
  way: PrizeWay
  settings: { couponid?: number | undefined; eventid?: number | undefined }
}
export const newGift = (): EditedGift => ({
  name: '',
  names: {},
  icon: '',
  value: 0,
  pieces: 10,
  odds: 100_000,
  way: 'scan',
  settings: {},
})

export const GiftFields = ({
  gifts,
  stage,
  onChange,
}: {
  gifts: readonly EditedGift[]
  stage: boolean
  onChange: (gifts: EditedGift[]) => void
}) => {
  const t = useWords()
  const put = (at: number, change: Partial<EditedGift>) =>
    onChange(gifts.map((one, n) => (n === at ? { ...one, ...change } : one)))
  return (
    <div className="grid gap-4">
      {gifts.map((gift, at) => (
        <fieldset key={at} className="grid gap-3 rounded border border-line p-4 md:grid-cols-3">
          <legend className="px-1 font-bold">{t(words.gift, { n: at + 1 })}</legend>
          <TextInput
            label={t(words.name)}
            value={gift.name}
            maxLength={60}
            onChange={(event) => put(at, { name: event.target.value })}
          />
          <TextInput
            label={t(words.english)}
            optional
            value={gift.names.en ?? ''}
            maxLength={60}
            onChange={(event) =>
              put(at, { names: event.target.value ? { ...gift.names, en: event.target.value } : {} })
            }
          />
          <TextInput
            label={t(words.icon)}
            optional
            value={gift.icon}
            maxLength={16}
            onChange={(event) => put(at, { icon: event.target.value })}
          />
          <MoneyInput
            label={t(words.value)}
            hint={t(words.valueHint)}
            value={gift.value}
            onChange={(value) => put(at, { value })}
          />
          <NumberInput
            label={t(words.pieces)}
            min={1}
            max={1_000_000}
            value={gift.pieces}
            onChange={(pieces) => put(at, { pieces })}
          />
          {stage ? null : (
            <NumberInput
              label={t(words.odds)}
              min={1}
              max={ODDS_TOTAL}
              value={gift.odds}
              onChange={(odds) => put(at, { odds })}
            />
          )}
          <Select
            label={t(words.way)}
            value={gift.way}
            onChange={(event) =>
              put(at, { way: prizeWays.find((one) => one === event.target.value) ?? 'scan', settings: {} })
            }
            options={prizeWays.map((one) => ({ value: one, label: t(prizeWords[one]) }))}
          />
          {gift.way === 'coupon' ? (
            <NumberInput
              label={t(words.couponid)}
              min={1}
              empty
              value={gift.settings.couponid ?? null}
              onChange={(n) => put(at, { settings: { couponid: n ?? undefined } })}
            />
          ) : null}
          {gift.way === 'place' ? (
            <NumberInput
              label={t(words.eventid)}
              min={1}
              empty
              value={gift.settings.eventid ?? null}
              onChange={(n) => put(at, { settings: { eventid: n ?? undefined } })}
            />
          ) : null}
          {gifts.length > 1 ? (
            <Button
              look="quiet"
              icon={<Trash2 className="size-5" aria-hidden />}
              onClick={() => onChange(gifts.filter((_, n) => n !== at))}
            >
              {t(words.removeGift)}
            </Button>
          ) : null}
        </fieldset>
      ))}
      {gifts.length < GIFTS_MOST ? (
        <Button
          look="plain"
          icon={<Plus className="size-5" aria-hidden />}
          onClick={() => onChange([...gifts, newGift()])}
        >
          {t(words.addGift)}
        </Button>
      ) : null}
    </div>
  )
}
