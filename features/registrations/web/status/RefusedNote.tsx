import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { words as waitingWords } from '#features/waitingrooms/words.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { path } from '#seam/web/paths.ts'
import { useNameOf } from '../signup/useNameOf.ts'
import { signUpWords as words } from '../signup/signUp.words.ts'
import type { SignUp } from '../signup/useSignUp.ts'

/** Shows the reason why the server refused the entry, with the possible actions. */
export const RefusedNote = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { refused, mine, about } = form
  const nameOf = useNameOf()
  const note = useRef<HTMLDivElement>(null)
  // Scrolls the note to the middle. The bar at the bottom would hide a note that appears lower on the page.
  useEffect(() => note.current?.scrollIntoView({ block: 'center' }), [refused])
  if (!refused || refused.code === '429') return null
  const person = form.people.find(({ draft }) => draft.key === about?.key)
  const elsewhere = ['sold_out', 'signup_over', 'signup_soon', 'event_not_found'].includes(refused.refusal ?? '')
  const again = refused.code === 'network' || refused.code === '500' || refused.refusal === 'event_changed'
  return (
    <div
      ref={note}
      role="alert"
      className="grid gap-3 rounded border border-danger-ink bg-danger-tint p-4 text-danger-ink"
    >
      <p className="flex items-start gap-2 font-medium">
        <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden />
        <span>
          {person && form.people.length > 1 ? t(words.about, { name: nameOf(person), says: refused.msg }) : refused.msg}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {elsewhere ? (
          <Button look="plain" onClick={() => form.show('event', person?.n)}>
            {t(words.chooseOther)}
          </Button>
        ) : null}
        {again ? (
          <Button look="plain" onClick={form.submit}>
            {t(words.tryAgain)}
          </Button>
        ) : null}
        {refused.refusal?.startsWith('goods_') || refused.refusal === 'place_unknown' ? (
          <Button look="plain" onClick={form.leaveGoods}>
            {t(words.leaveGoods)}
          </Button>
        ) : null}
        {refused.refusal === 'in_waiting_room' ? (
          <ButtonLink look="plain" href={path.waiting()}>
            {t(waitingWords.title)}
          </ButtonLink>
        ) : null}
        {refused.refusal === 'too_many_unpaid' ? (
          <ButtonLink look="plain" href={path.personallist()}>
            {t(words.seeMine)}
          </ButtonLink>
        ) : null}
        {refused.refusal === 'already_registered' ? (
          <ButtonLink look="plain" href={mine ? path.queryDetail({ _key: mine }) : path.query({ type: 'reg' })}>
            {t(words.seeMine)}
          </ButtonLink>
        ) : null}
      </div>
    </div>
  )
}
