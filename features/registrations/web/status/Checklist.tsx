import {
  BedDouble,
  Building2,
  CalendarCheck,
  CalendarPlus,
  Check,
  ChevronRight,
  CircleDollarSign,
  Flag,
  Footprints,
  Gift,
  Languages,
  type LucideIcon,
  MapPinned,
  Medal,
  Package,
  Pencil,
  Shirt,
  ShieldCheck,
  ShoppingBag,
  Signature,
  Ticket,
  UsersRound,
  Watch,
} from 'lucide-react'
import type { ChecklistStep } from '#contract/checklist.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { hrefToPage } from '#ui/router/address.ts'
import { type ChecklistItem, registrationChecklist } from '../../checklist/checklist.contract.ts'
import { nextWords as words } from './next.words.ts'

const icons: Record<ChecklistStep, LucideIcon> = {
  pay: CircleDollarSign,
  mend: Pencil,
  enname: Languages,
  team: UsersRound,
  club: Building2,
  sign: Signature,
  gear: ShieldCheck,
  book: CalendarPlus,
  collect: Package,
  appointment: CalendarCheck,
  start: Flag,
  share: MapPinned,
  result: Medal,
  shirt: Shirt,
  deposit: Watch,
  ticket: Ticket,
  stay: BedDouble,
  order: ShoppingBag,
  challenge: Footprints,
  prize: Gift,
}

/** The steps that come next for a registration, from every room, with their dates and links. */
export const Checklist = ({
  id,
  above,
}: {
  id: string
  /** The step that the page's own button does. The list does not repeat it. */ above: 'pay' | 'mend' | null
}) => {
  const t = useWords()
  const list = useAsk(registrationChecklist, { id }, { quiet: true, staleTime: 5_000 })
  if (!list.data)
    return list.error ? (
      <Card title={t(words.title)}>
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      </Card>
    ) : (
      <SkeletonCards count={1} className="h-64" />
    )
  const { zone } = list.data
  const items = list.data.items.filter(({ step, state }) => !(step === above && state === 'todo'))
  const open = items.filter(({ state }) => state !== 'done')
  const done = items.filter(({ state }) => state === 'done')
  const todo = open.filter(({ state }) => state === 'todo')
  const later = open.filter(({ state }) => state === 'later')
  // If the page's own button does the only open step, the card does not appear.
  if (items.length === 0 || (above !== null && open.length === 0)) return null
  return (
    <Card
      title={t(words.title)}
      aside={
        todo.length > 0 ? (
          <span className="figures text-14 text-soft">{t(words.todo, { n: todo.length })}</span>
        ) : undefined
      }
      flush
    >
      <Lines items={todo} zone={zone} />
      {todo.length > 0 && later.length > 0 ? (
        <h3 className="border-t border-line px-4 pb-1 pt-4 text-14 text-soft md:px-6">{t(words.later)}</h3>
      ) : null}
      <Lines items={later} zone={zone} />
      {open.length === 0 ? <p className="px-4 pb-4 text-soft md:px-6">{t(words.nothing)}</p> : null}
      {done.length > 0 ? (
        <details className="border-t border-line">
          <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-4 text-14 text-soft md:px-6">
            <Check className="size-5 text-success-ink" aria-hidden />
            {t(words.done, { n: done.length })}
          </summary>
          <Lines items={done} zone={zone} />
        </details>
      ) : null}
    </Card>
  )
}

const Lines = ({ items, zone }: { items: readonly ChecklistItem[]; zone: string }) => (
  <ul className="divide-y divide-line">
    {items.map((item) => (
      <Line key={`${item.step} ${item.says} ${item.page}`} item={item} zone={zone} />
    ))}
  </ul>
)

const Line = ({
  item: { step, state, says, beside, from, until, page },
  zone,
}: {
  item: ChecklistItem
  zone: string
}) => {
  const t = useWords()
  const { lang } = useLang()
  const on = (at: string) => dateText(at, lang, 'deadline', zone)
  const when =
    state === 'todo' && until
      ? t(words.until, { when: on(until) })
      : from && until && state === 'later'
        ? t(words.span, { from: on(from), until: on(until) })
        : from && state !== 'todo'
          ? on(from)
          : until
            ? t(words.until, { when: on(until) })
            : ''
  const Icon = icons[step]
  return (
    <li className="@container">
      <Link href={hrefToPage(page)} className="flex min-h-14 items-center gap-3 px-4 py-3 hover:bg-sunk md:px-6">
        <span
          aria-hidden
          className={
            'flex size-10 shrink-0 items-center justify-center rounded-full @max-[14rem]:hidden ' +
            (state === 'todo' ? 'bg-fill text-on-fill' : 'bg-tint text-strong')
          }
        >
          <Icon className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className={`block ${state === 'todo' ? 'font-bold' : 'font-medium'}`}>
            {says}
            {state === 'done' ? <span className="sr-only"> {t(words.isDone)}</span> : null}
          </span>
          {beside ? <span className="block break-words text-14 text-soft">{beside}</span> : null}
          {when ? (
            <span
              className={`figures block text-14 ${state === 'todo' ? 'font-medium text-warning-ink' : 'text-soft'}`}
            >
              {when}
            </span>
          ) : null}
        </span>
        <ChevronRight className="size-5 shrink-0 text-soft @max-[14rem]:hidden" aria-hidden />
      </Link>
    </li>
  )
}
