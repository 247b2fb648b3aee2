import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { LoginSheet } from '#seam/web/account.tsx'
import type { Registration } from '#features/registrations/contract.ts'
import { Clauses, Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { type RefundRule, type TierShown, refundCreate } from '../contract.ts'
import { words as room } from '../words.ts'
import { refundWords as words } from './refund.words.ts'

type Props = {
  rule: RefundRule
  registration: Registration
  idnum: string
  loggedIn: boolean
  again: () => void
  refresh: () => void
}

/**
 * Shows the outcome of leaving, and asks for the reason and the registrant's document number. A last question comes
 * before the final step.
 */
export const RefundForm = ({ rule, registration, idnum: given, loggedIn, again, refresh }: Props) => {
  const t = useWords()
  const queries = useQueryClient()
  const create = useCall(refundCreate, { quiet: true })
  const [reason, setReason] = useState<string>()
  const [idnum, setIdnum] = useState(given)
  const [wrong, setWrong] = useState<{ reason?: string | undefined; idnum?: string | undefined }>({})
  const [refused, setRefused] = useState<Refused>()
  const [asking, setAsking] = useState<'login' | 'sure'>()
  const numberField = useRef<HTMLInputElement>(null)
  const reasonField = useRef<HTMLInputElement>(null)
  const free = rule.share === 0
  const { event } = registration.meta
  // After a refused review or an ended waitlist no tier counts. The status page tells about the fee.
  const decided = registration.state === 'auditfail' || registration.state === 'waitfail'
  if (!rule.can.ok)
    return (
      <Page title={t(words.title)} backTo={path.queryDetail({ _key: rule._key })} narrow>
        <Empty
          title={t(words.closedTitle)}
          description={decided ? registration.status.description : rule.can.why}
          action={
            <ButtonLink look="plain" href={path.queryDetail({ _key: rule._key })}>
              {t(words.seeStatus)}
            </ButtonLink>
          }
        />
        {rule.tiers.length > 0 && !decided ? <Tiers rule={rule} zone={registration.race.zone} /> : null}
      </Page>
    )
  const check = () => {
    const now = {
      ...(reason ? {} : { reason: t(words.reasonNeeded) }),
      ...(idnum.trim() ? {} : { idnum: t(room.idnum_empty) }),
    }
    setWrong(now)
    setRefused(undefined)
    if (now.reason) return reasonField.current?.focus()
    if (now.idnum) return numberField.current?.focus()
    return setAsking('sure')
  }
  const send = async () => {
    try {
      await create.mutateAsync({
        id: rule._key,
        idnum: idnum.trim(),
        reason: reason as RefundRule['reasons'][number]['value'],
        amount: rule.amount,
      })
      setAsking(undefined)
      toastSuccess(t(room.success))
      // The page shows the outcome at the top, and the button is at the bottom. So the page scrolls to the top.
      scrollTo({ top: 0 })
      void queries.invalidateQueries()
    } catch (thrown) {
      const no = refusedFrom(thrown)
      if (no.refusal === 'idnum_inconsistent' || no.fields.idnum) {
        setAsking(undefined)
        setWrong({ idnum: no.fields.idnum ?? no.msg })
        setTimeout(() => numberField.current?.focus())
        return
      }
      setRefused(no)
      // Another call was quicker, or a tier has ended. The page loads the present state.
      if (no.refusal === 'already_applied' || no.refusal === 'refund_changed' || no.refusal === 'refund_closed') {
        setAsking(undefined)
        again()
      }
    }
  }
  const button = rule.mine ? (
    <Button look="danger" wide="phone" onClick={check}>
      {t(free ? words.applyFree : words.apply)}
    </Button>
  ) : (
    <Button wide="phone" onClick={() => setAsking('login')}>
      {t(words.logIn)}
    </Button>
  )
  return (
    <Page title={t(words.title)} backTo={path.queryDetail({ _key: rule._key })} foot={button}>
      <p className="text-soft">
        <Dotted text={[registration.race.name, event.name, registration.name].join(' · ')} />
      </p>
      {refused && asking !== 'sure' ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        <div className="grid gap-4 md:gap-6">
          <Amount rule={rule} zone={registration.race.zone} />
          {free || rule.tiers.length < 2 ? null : <Tiers rule={rule} zone={registration.race.zone} />}
        </div>
        <Card>
          {rule.mine ? (
            <div className="grid gap-6">
              <RadioCards
                ref={reasonField}
                label={t(words.reason)}
                columns={2}
                centred
                value={reason}
                error={wrong.reason}
                onChange={(value) => (setReason(value), setWrong({ ...wrong, reason: undefined }))}
                options={rule.reasons}
              />
              <TextInput
                ref={numberField}
                label={t(words.idnum)}
                hint={t(words.idnumHint)}
                value={idnum}
                error={wrong.idnum}
                autoCapitalize="characters"
                maxLength={40}
                onChange={(typed) => (setIdnum(typed.target.value), setWrong({ ...wrong, idnum: undefined }))}
              />
            </div>
          ) : (
            <p className="leading-7">{t(loggedIn ? words.notMine : words.logInNote)}</p>
          )}
        </Card>
      </div>
      <LoginSheet
        open={asking === 'login'}
        onClose={() => setAsking(undefined)}
        note={t(words.logInNote)}
        onDone={() => {
          setAsking(undefined)
          refresh()
          again()
        }}
      />
      <SureDialog
        open={asking === 'sure'}
        rule={rule}
        registration={registration}
        busy={create.isPending}
        refused={refused}
        onClose={() => (setRefused(undefined), setAsking(undefined))}
        onYes={() => void send()}
      />
    </Page>
  )
}

const Amount = ({ rule, zone }: { rule: RefundRule; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const on = (at: string) => dateText(at, lang, 'deadline', zone)
  const yuan = (fen: number) => (fen > 0 ? money(fen, lang) : '¥0.00')
  if (rule.share === 0)
    return (
      <section className="rounded bg-surface px-6 py-8 text-center shadow-card">
        <p className="text-28 font-bold">{t(words.nothing)}</p>
        <p className="mx-auto mt-2 max-w-[32ch] text-soft">{t(words.nothingText)}</p>
      </section>
    )
  return (
    <section className="rounded bg-surface px-6 py-8 text-center shadow-card">
      <p className="text-14 text-soft">{t(rule.successor ? words.youGetTied : words.youGet)}</p>
      <p className="display text-[min(4rem,20vw)] leading-none">{yuan(rule.amount)}</p>
      <p className="font-medium">{rule.says}</p>
      <p className="figures text-14 text-soft">
        {rule.back > 0
          ? t(words.ofPaidBack, { paid: yuan(rule.share), back: yuan(rule.back) })
          : t(words.ofPaid, { paid: yuan(rule.share) })}
      </p>
      <div className="mx-auto mt-5 grid max-w-[46ch] gap-2 border-t border-line pt-4 text-left text-14 text-soft">
        {rule.successor ? (
          <p className="text-ink">
            {t(words.successor, {
              n: countText(rule.successor.waiting),
              amount: yuan(rule.successor.amount),
              time: on(rule.successor.falls_at),
              fallback: yuan(rule.successor.fallback),
            })}
          </p>
        ) : null}
        {rule.until && !rule.next && !rule.successor ? <p>{t(words.until, { time: on(rule.until) })}</p> : null}
        {rule.next ? (
          <p className="text-warning-ink">
            <Clauses
              text={t(words.next, { time: on(rule.next.from), says: rule.next.says, amount: yuan(rule.next.amount) })}
            />
          </p>
        ) : null}
        {rule.manual ? (
          <p className="text-warning-ink">{t(rule.method ? words.manual : words.manualDesk)}</p>
        ) : rule.method && rule.amount > 0 && !rule.successor ? (
          <p>{t(words.backTo, { method: t(words[rule.method]) })}</p>
        ) : null}
        {rule.cash ? <p>{rule.cash}</p> : null}
      </div>
    </section>
  )
}

/** Returns the end of the last tier. After it, runners cannot leave the race by themselves. */
const lastEnd = (tiers: readonly TierShown[]): string | undefined =>
  tiers
    .map(({ until }) => until)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1)

const Tiers = ({ rule, zone }: { rule: RefundRule; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const on = (at: string) => dateText(at, lang, 'deadline', zone)
  const span = ({ from, until }: TierShown) =>
    from ? t(words.tierFrom, { from: on(from), until: on(until) }) : t(words.tierUntil, { until: on(until) })
  const end = lastEnd(rule.tiers)
  return (
    <Card title={t(words.tiers)}>
      <ol className="divide-y divide-line">
        {rule.tiers.map((tier) => (
          <li
            key={`${tier.from} ${tier.until}`}
            aria-current={tier.now ? 'step' : undefined}
            className={`flex items-baseline justify-between gap-4 py-3 ${tier.now ? '' : 'text-soft'}`}
          >
            <span className="min-w-0">
              <span className={`figures block ${tier.now ? 'font-bold text-strong' : ''}`}>
                {span(tier)}
                {tier.now ? (
                  <span className="ml-2 rounded-full bg-tint px-2 py-0.5 text-14 font-medium">{t(words.tierNow)}</span>
                ) : null}
              </span>
              <span className="text-14">{tier.says}</span>
            </span>
            {tier.amount !== null ? (
              <span className="figures shrink-0 font-medium">
                {tier.amount > 0 ? money(tier.amount, lang) : '¥0.00'}
              </span>
            ) : null}
          </li>
        ))}
        {end ? (
          <li className="py-3 text-soft">
            <span className="figures block">{t(words.tierOver, { from: on(end) })}</span>
            <span className="text-14">{t(words.tierNothing)}</span>
          </li>
        ) : null}
      </ol>
    </Card>
  )
}

type SureProps = {
  open: boolean
  rule: RefundRule
  registration: Registration
  busy: boolean
  refused: Refused | undefined
  onYes: () => void
  onClose: () => void
}
const SureDialog = ({ open, rule, registration, busy, refused, onYes, onClose }: SureProps) => {
  const t = useWords()
  const { lang } = useLang()
  const yuan = (fen: number) => (fen > 0 ? money(fen, lang) : '¥0.00')
  const tie = rule.successor
  const points = [
    t(rule.loses ? words.sureLost : words.sureLine),
    ...(rule.loses ? [t(words.surePlace, { event: registration.meta.event.name })] : [t(words.sureAnew)]),
    ...(tie
      ? [
          t(words.sureTied, {
            amount: yuan(tie.amount),
            time: dateText(tie.falls_at, lang, 'deadline', registration.race.zone),
            fallback: yuan(tie.fallback),
          }),
        ]
      : rule.share > 0
        ? [rule.amount > 0 ? t(words.sureAmount, { amount: yuan(rule.amount), says: rule.says }) : rule.says]
        : []),
    t(words.sureForGood),
  ]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(words.sureTitle, { race: registration.race.name })}
      actions={
        <>
          <Button look="plain" onClick={onClose}>
            {t(words.keep)}
          </Button>
          <Button look="danger" busy={busy} onClick={onYes}>
            {t(words.sureYes)}
          </Button>
        </>
      }
    >
      <ul className="grid gap-3 pb-2">
        {points.map((point, at) => (
          <li key={point} className={`flex items-start gap-3 leading-6 ${at === 0 ? 'font-bold' : ''}`}>
            <TriangleAlert className="mt-0.5 size-5 shrink-0 text-danger-ink" aria-hidden />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      {refused ? <FieldError>{refused.msg}</FieldError> : null}
    </Dialog>
  )
}
