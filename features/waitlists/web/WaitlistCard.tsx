import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { Countdown } from '#ui/feedback/Countdown.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { type WaitlistMine, waitlistLeave, waitlistMine, waitlistTogether } from '../contract.ts'
import { waitlistWords as words } from './waitlist.words.ts'

type Allowed = { ok: boolean; why: string | null }
/**
 * `holds` is true if the registration has its place and has paid. `exit` says whether the runner may leave at this
 * moment.
 */
type Props = { id: string; zone: string; holds: boolean; exit: Allowed }

/** Shows the position on the waitlist. A runner who holds a paid place sees the way to hand the place back. */
export const WaitlistCard = ({ id, zone, holds, exit }: Props) => {
  const t = useWords()
  const query = useAsk(waitlistMine, { id }, { quiet: true, staleTime: 15_000, refetchInterval: 60_000 })
  if (query.isPending && !holds) return <SkeletonCards count={1} className="h-56" />
  const mine = query.data
  if (mine && holds && mine.refresh_at !== null) return <HandBack id={id} mine={mine} exit={exit} />
  // If the card cannot load, it shows nothing. The status above has the same facts and must stay visible.
  if (!mine || mine.standing === 'none' || mine.standing === 'left' || mine.standing === 'ended') return null
  return (
    <Card title={t(words.title)} aside={mine.standing === 'line' ? <Movement mine={mine} /> : null}>
      {mine.standing === 'line' ? (
        <InLine mine={mine} zone={zone} />
      ) : mine.standing === 'offered' ? (
        <Offered mine={mine} zone={zone} onOver={() => void query.refetch()} />
      ) : mine.standing === 'given' ? (
        <p>{t(words.given)}</p>
      ) : (
        <Before mine={mine} zone={zone} />
      )}
      {mine.may_ask && mine.mine ? <AllOrNone id={id} mine={mine} again={() => void query.refetch()} /> : null}
      {mine.can_leave ? <Leaving id={id} mine={mine} again={async () => (await query.refetch()).data} /> : null}
    </Card>
  )
}

/** Shows how a runner who cannot run gives the place to the line. A transfer to another person is not possible. */
const HandBack = ({ id, mine, exit }: { id: string; mine: WaitlistMine; exit: Allowed }) => {
  const t = useWords()
  return (
    <Card title={t(words.hand_back)}>
      <div className="grid gap-2">
        {mine.standing === 'given' ? <p className="font-medium">{t(words.given)}</p> : null}
        <p>{t(words.hand_back_text, { n: countText(mine.waiting) })}</p>
        {exit.ok ? (
          <ButtonLink look="plain" wide className="mt-2" href={path.refunds({ _key: id })}>
            {t(words.hand_back_go)}
          </ButtonLink>
        ) : (
          <p className="text-soft">{t(words.hand_back_off, { why: exit.why ?? '' })}</p>
        )}
      </div>
    </Card>
  )
}

const Movement = ({ mine: { rank, rank_before } }: { mine: WaitlistMine }) => {
  const t = useWords()
  if (rank === null || rank_before === null) return <Chip tone="info">{t(words.first_day)}</Chip>
  const by = rank_before - rank
  if (by === 0) return <Chip tone="plain">{t(words.same)}</Chip>
  return (
    <Chip
      tone={by > 0 ? 'success' : 'warning'}
    >{`${by > 0 ? '↑' : '↓'} ${t(by > 0 ? words.up : words.down, { n: countText(Math.abs(by)) })}`}</Chip>
  )
}

const useRules = (mine: WaitlistMine, zone: string) => {
  const t = useWords()
  const { lang } = useLang()
  const on = (at: string | null) => dateText(at, lang, 'deadline', zone)
  const minutes = mine.offer_minutes ?? 60
  const time = minutes % 60 === 0 ? t(words.hours, { n: minutes / 60 }) : t(words.minutes, { n: minutes })
  return {
    on,
    rows: [
      [t(words.order), t(mine.basis === 'draw_code' ? words.by_code : words.by_payment)],
      [t(words.next), on(mine.refresh_at)],
      [t(words.ends), on(mine.ends_at)],
    ] as const,
    says: [
      mine.paid ? t(words.happens_paid) : t(words.happens_unpaid, { minutes: time }),
      t(mine.at_once ? words.at_once : words.daily),
      ...(mine.paid ? [t(words.money_back)] : []),
    ],
  }
}

/**
 * Shows the position in the line. The rank changes only at a refresh, but the runners ahead may leave at any time. So
 * the card also shows the time of the last refresh.
 */
const InLine = ({ mine, zone }: { mine: WaitlistMine; zone: string }) => {
  const t = useWords()
  const { on, rows, says } = useRules(mine, zone)
  return (
    <>
      <p className="text-14 text-soft">{t(words.place)}</p>
      <p className="flex flex-wrap items-end gap-x-3">
        <span className="display text-64 text-strong">{mine.rank}</span>
        <span className="pb-2 text-soft">{t(words.of, { n: countText(mine.waiting) })}</span>
      </p>
      <Facts
        rows={[
          [t(words.left_since), mine.left_since > 0 ? t(words.people, { n: countText(mine.left_since) }) : null],
          [
            t(words.ahead),
            mine.ahead === 0
              ? t(words.next_up)
              : t(words.ahead_value, { n: countText(mine.ahead), paid: countText(mine.ahead_paid) }),
          ],
          [t(words.yesterday), mine.rank_before],
          [t(words.refreshed), on(mine.refreshed_at)],
          ...rows,
        ]}
      />
      <div className="grid gap-2 border-t border-line pt-3 text-14 text-soft">
        {says.map((one) => (
          <p key={one}>{one}</p>
        ))}
        {mine.all_or_none && !mine.may_ask ? <p>{t(words.together, { n: mine.together })}</p> : null}
        {mine.code !== null ? <p>{t(words.code_no_rank, { code: mine.code })}</p> : null}
      </div>
    </>
  )
}

const Offered = ({ mine, zone, onOver }: { mine: WaitlistMine; zone: string; onOver: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <div className="grid gap-2">
      <p className="text-20 font-bold text-strong">{t(words.offered)}</p>
      <p>{t(words.offered_text, { time: dateText(mine.offer_until, lang, 'deadline', zone) })}</p>
      <p className="text-soft">
        {t(words.left_in)} <Countdown to={mine.offer_until!} form="clock" onOver={onOver} />
      </p>
    </div>
  )
}

/** Shows the state of a runner who is not in line yet. */
const Before = ({ mine, zone }: { mine: WaitlistMine; zone: string }) => {
  const t = useWords()
  const { on, rows, says } = useRules(mine, zone)
  const said =
    mine.standing === 'joining'
      ? t(mine.paid ? words.joining : words.joining_unpaid)
      : mine.pay_end
        ? t(words.pay_by, { time: on(mine.pay_end) })
        : t(words.pay_first)
  return (
    <>
      {mine.foreseen === null ? null : (
        <>
          <p className="text-14 text-soft">{t(words.foreseen)}</p>
          <p className="display text-64 text-strong">{mine.foreseen}</p>
        </>
      )}
      <p className="pb-2 font-medium">{said}</p>
      <Facts rows={[[t(words.code), mine.code], ...rows]} />
      <div className="grid gap-2 border-t border-line pt-3 text-14 text-soft">
        {mine.standing === 'joining' ? says.map((one) => <p key={one}>{one}</p>) : <p>{t(words.money_back)}</p>}
        {mine.code !== null ? <p>{t(words.code_no_rank, { code: mine.code })}</p> : null}
      </div>
    </>
  )
}

/** Lets friends of one order choose whether they get their places together or not at all. */
const AllOrNone = ({ id, mine, again }: { id: string; mine: WaitlistMine; again: () => void }) => {
  const t = useWords()
  const ask = useCall(waitlistTogether, { quiet: true })
  return (
    <div className="mt-3 border-t border-line pt-3">
      <Checkbox
        checked={ask.isPending ? ask.variables.together === true : mine.all_or_none}
        disabled={ask.isPending}
        onChange={(event) => ask.mutate({ id, together: event.target.checked }, { onSettled: again })}
      >
        {t(words.all_or_none, { n: mine.together })}
      </Checkbox>
      <p className="text-14 text-soft">{t(words.all_or_none_text)}</p>
      {ask.error ? <FieldError>{ask.error.msg}</FieldError> : null}
    </div>
  )
}

const Leaving = ({
  id,
  mine,
  again,
}: {
  id: string
  mine: WaitlistMine
  again: () => Promise<WaitlistMine | undefined>
}) => {
  const t = useWords()
  const { lang } = useLang()
  const queries = useQueryClient()
  const account = useAccount()
  const leave = useCall(waitlistLeave, { quiet: true })
  const [asking, setAsking] = useState<'login' | 'sure'>()
  const close = () => {
    leave.reset()
    setAsking(undefined)
  }
  return (
    <div className="pt-4">
      <Button look="plain" className="w-full" onClick={() => setAsking(mine.mine ? 'sure' : 'login')}>
        {t(mine.mine ? words.leave : words.log_in)}
      </Button>
      <LoginSheet
        open={asking === 'login'}
        onClose={close}
        onDone={() => {
          account.refresh()
          void again().then((fresh) => setAsking(fresh?.mine ? 'sure' : undefined))
        }}
      />
      <Dialog
        open={asking === 'sure'}
        onClose={close}
        title={t(words.leave_title)}
        actions={
          <>
            <Button look="plain" onClick={close}>
              {t(words.stay)}
            </Button>
            <Button
              look="danger"
              busy={leave.isPending}
              onClick={() =>
                leave.mutate(
                  { id },
                  {
                    onSuccess: () => {
                      close()
                      toastSuccess(t(words.left_toast))
                      void queries.invalidateQueries()
                    },
                  },
                )
              }
            >
              {t(words.leave)}
            </Button>
          </>
        }
      >
        <ul className="grid gap-3 pb-2">
          <li>{t(words.leave_lost)}</li>
          {mine.refund > 0 ? <li>{t(words.leave_refund, { amount: money(mine.refund, lang) })}</li> : null}
          <li>{t(!mine.paid ? words.leave_free : mine.loses ? words.leave_over : words.leave_anew)}</li>
        </ul>
        {leave.error ? <FieldError>{leave.error.msg}</FieldError> : null}
      </Dialog>
    </div>
  )
}
