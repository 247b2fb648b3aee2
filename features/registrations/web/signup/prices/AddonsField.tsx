import { Minus, Plus } from 'lucide-react'
import { priceWords } from '#features/events/prices.words.ts'
import { IconButton } from '#ui/form/Button.tsx'
import { countText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { stepWords } from '../steps/steps.words.ts'
import type { SignUpPerson, SignUp } from '../useSignUp.ts'
import { getsPlace } from './charges.ts'

/** Shows the things that a runner may buy with an entry, each with its price and a stepper. */
export const AddonsField = ({ form, person }: { form: SignUp; person: SignUpPerson }) => {
  const t = useWords()
  const { lang } = useLang()
  const { event, draft } = person
  if (!event || event.addons.length === 0 || !getsPlace(event)) return null
  // The number of an add-on that the other people of the form have chosen. All share the same stock.
  const others = (id: string) =>
    form.people.reduce(
      (sum, one) => sum + (one.event?.id === event.id && one.draft.key !== draft.key ? (one.draft.addons[id] ?? 0) : 0),
      0,
    )
  return (
    <section className="border-t border-line px-5 py-4" aria-label={t(priceWords.addons)}>
      <h3 className="mb-1 text-14 text-soft">{t(priceWords.addons)}</h3>
      <ul className="divide-y divide-line">
        {event.addons.map(({ id, name, price, per_person, left }) => {
          const n = draft.addons[id] ?? 0
          const most = left === null ? per_person : Math.min(per_person, Math.max(left - others(id), 0))
          const set = (next: number) => form.buy(draft.key, id, next)
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <span className="min-w-0 flex-1">
                <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>
                <span className="figures block text-14 text-soft">
                  {[
                    money(price, lang),
                    left !== null && left < 50 && left > 0 ? t(priceWords.addons_left, { n: countText(left) }) : '',
                    per_person > 1 ? t(priceWords.per_person, { n: per_person }) : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {most === 0 && n === 0 ? (
                <span className="text-14 text-soft">{t(priceWords.addons_none_left)}</span>
              ) : (
                <span className="-mr-2 flex shrink-0 items-center">
                  <IconButton label={t(stepWords.addonLess, { name })} disabled={n === 0} onClick={() => set(n - 1)}>
                    <Minus className="size-5" aria-hidden />
                  </IconButton>
                  <span className="figures w-8 text-center font-medium" aria-live="polite">
                    {n}
                  </span>
                  <IconButton label={t(stepWords.addonMore, { name })} disabled={n >= most} onClick={() => set(n + 1)}>
                    <Plus className="size-5" aria-hidden />
                  </IconButton>
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
