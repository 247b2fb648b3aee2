import { Ticket, X } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { onDemand } from '#ui/router/onDemand.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useFollow } from '#ui/form/useFollow.ts'
import { chargeIn } from '../prices/charges.ts'
import { signUpWords as words } from '../signUp.words.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import type { SignUp } from '../useSignUp.ts'

const InviteCheck = onDemand(async () => (await import('./InviteCheck.tsx')).InviteCheck)

/**
 * The field for an invitation code. It is closed, because most runners have no code. If the form already has a code,
 * such as a code from the link, the field is open.
 */
export const InviteField = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { draft, change, invitations } = form
  const [typed, setTyped] = useState(draft.invite)
  const [open, setOpen] = useState(draft.invite !== '')
  const input = useRef<HTMLInputElement>(null)
  useFollow(`${draft.key} ${draft.invite}`, () => {
    setTyped(draft.invite)
    if (draft.invite) setOpen(true)
  })
  const error = form.errorAt('invite')
  const brought = invitations.broughtTo(draft)
  if (brought && !error) return <Brings form={form} />
  if (!open)
    return (
      <Button
        look="quiet"
        className="-mx-3 justify-self-start"
        icon={<Ticket className="size-5" aria-hidden />}
        aria-expanded={false}
        onClick={() => {
          setOpen(true)
          requestAnimationFrame(() => input.current?.focus())
        }}
      >
        {t(words.haveInvite)}
      </Button>
    )
  const apply = () => change({ invite: typed.trim() })
  const purpose = invitations.checkWanted(draft)
  return (
    <div className="grid gap-3">
      <TextInput
        ref={input}
        label={t(words.invite)}
        optional
        hint={t(words.inviteHow)}
        value={typed}
        error={purpose ? undefined : error}
        onChange={(event) => {
          setTyped(event.target.value)
          // Takes the code out of the form as soon as the field is empty.
          if (event.target.value.trim() === '') change({ invite: '' })
        }}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === draft.invite) return
          event.preventDefault()
          apply()
        }}
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        inputClassName="figures tracking-wide"
        after={
          <Button look="plain" className="shrink-0" busy={invitations.lookingAt(draft)} onClick={apply}>
            {t(words.useInvite)}
          </Button>
        }
      />
      {purpose ? (
        <Suspense>
          <InviteCheck
            key={purpose.msg}
            form={form}
            said={purpose.refusal === 'picture_wrong' ? purpose.msg : undefined}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/**
 * Shows the effect of the code before the form is sent: the price, the way into the race, and the time and the number
 * of uses that the code has left.
 */
const Brings = ({ form }: { form: SignUp }) => {
  const t = useWords()
  const { lang } = useLang()
  const { draft, event, change } = form
  const brought = form.invitations.broughtTo(draft)
  if (!brought) return null
  const charge = event && chargeIn(event, brought)
  const facts = [
    brought.direct ? t(words.inviteDirect) : '',
    brought.personal ? t(words.invitePersonal) : '',
    brought.remaining === null ? '' : t(words.inviteLeft, { n: countText(brought.remaining) }),
    brought.expires_at
      ? t(words.until, { time: dateText(brought.expires_at, lang, 'deadline', event?.race.zone) })
      : '',
  ].filter(Boolean)
  return (
    <section
      aria-label={t(words.invite)}
      className="flex items-start gap-3 rounded border border-strong bg-tint py-3 pl-4 pr-1"
    >
      <Ticket className="mt-0.5 size-6 shrink-0 text-strong" aria-hidden />
      <div className="min-w-0 flex-1" role="status">
        <p className="font-bold">{brought.label || t(words.invite)}</p>
        <p className="figures text-14 text-soft">{draft.invite.toUpperCase()}</p>
        {charge ? (
          <p className="mt-1 flex flex-wrap items-baseline gap-2">
            <span className="text-14 text-soft">{t(words.price)}</span>
            {charge.discount > 0 ? <s className="figures text-14 text-soft">{money(charge.fee, lang)}</s> : null}
            <span className="display text-20">{money(charge.amount, lang)}</span>
          </p>
        ) : null}
        {facts.length ? (
          <p className="figures text-14">
            <Dotted text={facts.join(' · ')} />
          </p>
        ) : null}
      </div>
      <IconButton label={t(words.removeInvite)} onClick={() => change({ invite: '' })}>
        <X className="size-5" aria-hidden />
      </IconButton>
    </section>
  )
}
