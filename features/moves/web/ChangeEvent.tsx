import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '#seam/web/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { registrationMove, registrationMoves } from '../contract.ts'
import { moveWords as words } from '../move.words.ts'
import { Consequences, TargetCards } from './MoveTargets.tsx'

/**
 * The card on which a runner changes the event. It is absent if the race allows no change now and no change waits for
 * its payment.
 */
export const ChangeEvent = ({ id }: { id: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const queries = useQueryClient()
  const offer = useAsk(registrationMoves, { id })
  const move = useCall(registrationMove, { quiet: true })
  const [confirming, setConfirming] = useState(false)
  const [eventid, setEventid] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const { data } = offer
  // If the time for changes ends while the dialog is open, the dialog stays and shows the refusal.
  if (!data || (!data.open && !data.pending && !confirming)) return null
  const target = data.targets.find((one) => String(one.id) === eventid)
  const send = async () => {
    setRefused(undefined)
    try {
      const moved = await move.mutateAsync({ id, eventid: Number(eventid), shown: target?.difference ?? 0 })
      toastSuccess(t(moved.state === 'offered' ? words.own_offered : words.done))
      setConfirming(false)
      void queries.invalidateQueries()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      void offer.refetch()
    }
  }
  return (
    <Card title={t(words.own_title)}>
      {data.pending ? (
        <>
          <p className="mb-3">
            {t(words.own_pending, {
              amount: bookMoney(data.pending.amount),
              event: data.pending.event,
              until: dateText(data.pending.pay_end, lang, 'deadline'),
            })}
          </p>
          <ButtonLink href={path.pay({ _key: id })}>{t(words.own_pay)}</ButtonLink>
        </>
      ) : (
        <>
          <p className="mb-3 text-soft">{t(words.own_text, { until: dateText(data.until, lang, 'deadline') })}</p>
          <Button look="plain" onClick={() => setConfirming(true)}>
            {t(words.move)}
          </Button>
        </>
      )}
      {confirming ? (
        <AskDialog
          title={t(words.own_title)}
          action={t(words.own_confirm)}
          busy={move.isPending}
          refused={refused}
          onClose={() => setConfirming(false)}
          onDo={() => void send()}
        >
          <TargetCards
            targets={data.targets}
            mayOverrule={false}
            value={eventid}
            error={refused?.fields.eventid}
            onChange={setEventid}
          />
          {target ? <Consequences preview={data} target={target} /> : null}
          {target && target.difference > 0 ? <p className="text-14 text-soft">{t(words.own_ask)}</p> : null}
        </AskDialog>
      ) : null}
    </Card>
  )
}
