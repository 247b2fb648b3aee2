import { priceWords } from '#features/events/prices.words.ts'
import { useWords } from '#ui/language/lang.tsx'
import type { SignUpPerson, SignUp } from '../useSignUp.ts'
import { AddonLines } from './AddonLines.tsx'
import { getsPlace } from './charges.ts'

export const AddonsField = ({ form, person }: { form: SignUp; person: SignUpPerson }) => {
  const t = useWords()
  const { event, draft } = person
  if (!event || event.addons.length === 0 || !getsPlace(event)) return null
  // Counts the pieces of an add-on that the other people of the form have chosen. All people share the same stock.
  const others = (id: string) =>
    form.people.reduce(
      (sum, one) => sum + (one.event?.id === event.id && one.draft.key !== draft.key ? (one.draft.addons[id] ?? 0) : 0),
      0,
    )
  return (
    <section className="border-t border-line px-5 py-4" aria-label={t(priceWords.addons)}>
      <h3 className="mb-1 text-14 text-soft">{t(priceWords.addons)}</h3>
      <AddonLines
        addons={event.addons}
        chosen={draft.addons}
        others={others}
        onBuy={(id, n) => form.buy(draft.key, id, n)}
      />
    </section>
  )
}
