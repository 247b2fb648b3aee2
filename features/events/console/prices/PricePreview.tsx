import { useState } from 'react'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import type { EventDraft } from '../../contract.ts'
import { nextRank, priceOf, reasonText } from '../../prices.rules.ts'
import { noonOn } from './noon.ts'
import { priceFormWords as words } from './price.words.ts'

/** The price of an entry on a chosen day, with the values in the form. */
export const PricePreview = ({ draft, zone, taken }: { draft: EventDraft; zone: string; taken: number }) => {
  const t = useWords()
  const { lang } = useLang()
  const clock = useNow(60_000)
  const [on, setOn] = useState('')
  const [age, setAge] = useState<number | null>(30)
  const [people, setPeople] = useState<number | null>(1)
  const [family, setFamily] = useState(false)
  const [rank, setRank] = useState<number | null>(null)
  const next = nextRank({ state: draft.state, places: draft.places, taken })
  const priced = priceOf(
    { fee: draft.price, rules: draft.prices },
    {
      now: on === '' ? new Date(clock) : noonOn(on, zone),
      zone,
      rank: rank ?? next,
      age,
      batch: { size: people ?? 1, family: family && (people ?? 1) > 1 },
    },
  )
  return (
    <div role="group" aria-label={t(words.preview)} className="mt-4 grid min-w-0 gap-3 rounded bg-sunk p-3 md:p-4">
      <h3 className="font-medium">{t(words.preview)}</h3>
      <div className="grid items-start gap-3 sm:grid-cols-2 md:grid-cols-4">
        <TextInput
          type="date"
          label={t(words.preview_on)}
          hint={t(words.preview_today)}
          value={on}
          onChange={(event) => setOn(event.target.value)}
        />
        <NumberInput empty max={150} label={t(words.preview_age)} value={age} onChange={setAge} />
        <NumberInput
          empty
          min={1}
          max={50}
          label={t(words.preview_people)}
          unit={t(words.members_unit)}
          value={people}
          onChange={setPeople}
        />
        <NumberInput empty min={1} label={t(words.preview_rank)} value={rank ?? next} onChange={setRank} />
      </div>
      {(people ?? 1) > 1 ? (
        <Checkbox checked={family} onChange={(event) => setFamily(event.target.checked)}>
          {t(words.preview_child)}
        </Checkbox>
      ) : null}
      <p className="flex flex-wrap items-baseline gap-x-3" role="status">
        <span className="display text-28">{money(priced.price, lang)}</span>
        <span className="figures text-14 text-soft">
          {priced.by
            ? t(words.preview_by, { name: reasonText(lang, priced.by), fee: money(priced.fee, lang) })
            : t(words.preview_fee)}
        </span>
      </p>
    </div>
  )
}
