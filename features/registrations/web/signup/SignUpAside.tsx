import { dateText } from '#ui/language/clock.ts'
import { Check } from 'lucide-react'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { useNameOf } from './useNameOf.ts'
import { signUpWords as words } from './signUp.words.ts'
import { useStepTitle } from './stepTitles.ts'
import type { SignUp } from './useSignUp.ts'

/** The column beside the form on a desktop: the event, its price, and the present step. */
export const SignUpAside = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { lang } = useLang()
  const { event, people } = form
  const titleOf = useStepTitle(event)
  const charge = people[form.n - 1]?.charge
  const all = form.step === 'review' && people.length > 1
  return (
    <aside className="h-fit overflow-hidden rounded bg-surface shadow-card">
      {all ? (
        <Everybody form={form} />
      ) : event ? (
        <div className="border-b border-line p-6">
          <span aria-hidden className="mb-4 block h-1.5 w-12 rounded-full" style={{ background: event.colour }} />
          <p className="text-14 text-soft">{event.race.name}</p>
          <p className="text-20 font-bold">{event.name}</p>
          <p className="figures mt-1 text-14 text-soft">
            {dateText(event.start_at ?? event.race.time, lang, 'minute', event.race.zone)}
          </p>
          <p className="mt-4 flex items-baseline justify-between">
            <span className="text-soft">
              {t(form.goods.amount > 0 ? words.total : charge?.withAddons ? words.priceWithAddons : words.price)}
            </span>
            <span className="text-right">
              {charge && charge.discount > 0 ? (
                <s className="figures mr-2 text-soft">{money(charge.fee, lang)}</s>
              ) : null}
              <span className="display text-40">
                {money((charge?.amount ?? event.price) + form.goods.amount, lang)}
              </span>
            </span>
          </p>
          {people.length > 1 ? (
            <p className="figures mt-1 flex items-baseline justify-between text-14">
              <span className="text-soft">
                {t(words.total)} {t(words.peopleCount, { n: people.length })}
              </span>
              <span className="font-medium">{money(form.total.amount, lang)}</span>
            </p>
          ) : null}
        </div>
      ) : null}
      <ol className="p-4">
        {form.steps.map((step, at) => {
          const done = at < form.at
          return (
            <li key={step} aria-current={at === form.at ? 'step' : undefined}>
              <button
                type="button"
                disabled={!done}
                onClick={() => form.show(step)}
                className={
                  'flex min-h-11 w-full items-center gap-3 rounded px-2 text-left ' +
                  `${done ? 'hover:bg-sunk' : ''} ${at === form.at ? 'font-medium' : done ? '' : 'text-soft'}`
                }
              >
                <span
                  aria-hidden
                  className={
                    'figures flex size-6 shrink-0 items-center justify-center rounded-full text-12 ' +
                    (done ? 'bg-fill text-on-fill' : at === form.at ? 'border-2 border-strong' : 'border border-line')
                  }
                >
                  {done ? <Check className="size-4" strokeWidth={3} /> : at + 1}
                </span>
                {titleOf(step)}
              </button>
            </li>
          )
        })}
      </ol>
    </aside>
  )
}

/** Shows the names of all people and the sum, beside the summary. */
const Everybody = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { lang } = useLang()
  const nameOf = useNameOf()
  return (
    <div className="border-b border-line p-6">
      <p className="text-14 text-soft">{form.people.find(({ event }) => event)?.event?.race.name}</p>
      <p className="figures text-20 font-bold">{t(words.peopleCount, { n: form.people.length })}</p>
      <ul className="mt-2 grid gap-1 text-14">
        {form.people.map((person) => (
          <li key={person.draft.key} className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{nameOf(person)}</span>
            <span className="figures shrink-0 text-soft">
              {person.charge ? money(person.charge.amount, lang) : '–'}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex items-baseline justify-between">
        <span className="text-soft">{t(words.total)}</span>
        <span className="display text-40">{money(form.total.amount, lang)}</span>
      </p>
    </div>
  )
}
