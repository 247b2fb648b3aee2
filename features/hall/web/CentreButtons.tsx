import { Cast, CheckCircle2, Hourglass, Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { raceOfKey } from '#contract/key.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type HallNow, hallCommand, hallCurrent, hallPrint } from '../contract.ts'
import { refusals } from '../words.ts'
import { hallWords as words } from './hall.words.ts'
import { SPREAD_MS, useMoved } from './useMoved.ts'

type Props = {
  /** The screen or printer whose code the phone has read (`client` in the page's link). */
  client: string
  /** The key of the result; undefined for a person without a finish in this race. */
  resultKey: string | undefined
  certificateid?: number | undefined
  /**
   * Returns the picture with the runner's own photo. The button sends the certificate if this function is missing or
   * returns undefined.
   */
  picture?: (() => Promise<Blob | undefined>) | undefined
  /** True if the buttons are within a card. */
  bare?: boolean
}
/** The interval of the page's questions, in milliseconds. They also find changes while the stream is lost. */
const ASK_MS = 8000

const base64Of = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('The picture could not be read'))
    reader.readAsDataURL(blob)
  })

/**
 * The buttons 投屏 and 打印 of the results hall, for a link with `client` and `address=center` (docs/behaviour/photos.md,
 * Results hall). They also show the position of the runner's own picture in the queue.
 */
export const CentreButtons = ({ client, resultKey, certificateid, picture, bare }: Props) => {
  const t = useWords()
  const raceid = resultKey === undefined ? undefined : raceOfKey(resultKey)
  const now = useAsk(
    hallCurrent,
    { raceid: raceid ?? 0, client, ...(resultKey ? { key: resultKey } : {}) },
    { enabled: raceid !== undefined, keep: true, refetchInterval: ASK_MS },
  )
  useMoved(now.data?.open ? raceid : undefined, () => void now.refetch(), SPREAD_MS)
  const [cast, print] = [useCall(hallCommand), useCall(hallPrint)]
  const [refused, setRefused] = useState<Refused>()
  const hand = async (kind: 'cast' | 'print') => {
    if (resultKey === undefined) return
    setRefused(undefined)
    try {
      const blob = await picture?.()
      const given = {
        client,
        key: resultKey,
        ...(certificateid === undefined ? {} : { certificateid }),
        ...(blob ? { file: await base64Of(blob) } : {}),
      }
      await (kind === 'cast' ? cast.mutateAsync(given) : print.mutateAsync(given))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    await now.refetch()
  }
  const withdraw = async (id: number) => {
    if (resultKey === undefined) return
    setRefused(undefined)
    try {
      await cast.mutateAsync({ client, key: resultKey, command: 'withdraw', id })
      toastSuccess(t(words.withdrawn))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    await now.refetch()
  }
  const hall = now.data
  const whyNot = (kind: 'cast' | 'print'): string | undefined => {
    if (resultKey === undefined) return t(refusals.hall_not_finished.message)
    if (!hall) return now.error?.msg
    if (!hall.open) return t(refusals.hall_closed.message)
    if (picture && hall.photos === 'off') return t(refusals.hall_no_photos.message)
    if (kind === 'cast' && hall.mine.some((one) => one.state === 'showing')) return t(words.look_up)
    if (hall.mine.some((one) => one.kind === kind && inLine.has(one.state))) return t(refusals.hall_already.message)
    if (kind === 'cast')
      return hall.casts_left === 0 ? t(words.no_casts) : hall.screen ? undefined : t(words.screen_away)
    return hall.prints_left === 0 ? t(words.no_prints) : hall.printers > 0 ? undefined : t(words.printer_away)
  }
  // No screen or printer has this code. The page says so at once, because the reason on disabled buttons is easy to
  // miss.
  const unknown = now.error?.refusal === 'hall_client_unknown' ? now.error : undefined
  const [noCast, noPrint] = unknown ? [] : [whyNot('cast'), whyNot('print')]
  const waits = unknown !== undefined || (resultKey !== undefined && !hall && !now.error)
  const inside = (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <Button
          icon={<Cast className="size-5" aria-hidden />}
          busy={cast.isPending}
          disabled={waits}
          {...(noCast === undefined ? {} : { disabledReason: noCast })}
          onClick={() => void hand('cast')}
        >
          {t(words.cast)}
        </Button>
        <Button
          look="plain"
          icon={<Printer className="size-5" aria-hidden />}
          busy={print.isPending}
          disabled={waits}
          {...(noPrint === undefined ? {} : { disabledReason: noPrint })}
          onClick={() => void hand('print')}
        >
          {t(words.print)}
        </Button>
      </div>
      {picture ? <p className="mt-3 text-14 text-soft">{t(words.picture_sent)}</p> : null}
      {(refused ?? unknown) ? (
        <p role="alert" className="mt-3 text-14 text-danger-ink">
          {(refused ?? unknown)!.msg}
        </p>
      ) : null}
      <ul aria-live="polite" className="mt-3 grid gap-1">
        {hall?.mine.map((one) => (
          <Mine key={one.id} one={one} onWithdraw={() => void withdraw(one.id)} />
        ))}
      </ul>
      {hall?.open && hall.casts_left !== null && hall.prints_left !== null ? (
        <p className="figures mt-2 text-14 text-soft">
          {t(words.left, { casts: hall.casts_left, prints: hall.prints_left })}
        </p>
      ) : null}
    </>
  )
  return bare ? (
    <section className="border-t border-line pt-4">
      <h2 className="mb-3 text-20 font-bold">{t(words.title)}</h2>
      {inside}
    </section>
  ) : (
    <Card title={t(words.title)}>{inside}</Card>
  )
}

const inLine: ReadonlySet<string> = new Set(['held', 'waiting', 'showing', 'taken', 'printing'])
const Mine = ({
  one: { kind, state, before },
  onWithdraw,
}: {
  one: HallNow['mine'][number]
  onWithdraw: () => void
}) => {
  const t = useWords()
  const says =
    state === 'held'
      ? t(kind === 'cast' ? words.held : words.held_print)
      : state === 'waiting'
        ? kind === 'cast'
          ? before > 0
            ? t(words.line_cast, { n: before })
            : t(words.line_cast_next)
          : before > 0
            ? t(words.line_print, { n: before })
            : t(words.line_print_next)
        : state === 'showing'
          ? t(words.showing)
          : state === 'shown'
            ? t(words.shown)
            : state === 'done'
              ? t(words.done_mine)
              : t(words.printing)
  const over = state === 'shown' || state === 'done'
  const Icon = over ? CheckCircle2 : kind === 'cast' ? Cast : state === 'waiting' ? Hourglass : Printer
  return (
    <li className="flex min-h-11 items-center gap-2">
      <Icon className={`size-5 shrink-0 ${over ? 'text-success-ink' : 'text-strong'}`} aria-hidden />
      <span className="figures min-w-0 flex-1">{says}</span>
      {state === 'held' || state === 'waiting' ? (
        <Button look="quiet" className="-mr-3" icon={<Undo2 className="size-5" aria-hidden />} onClick={onWithdraw}>
          {t(words.withdraw)}
        </Button>
      ) : null}
    </li>
  )
}
