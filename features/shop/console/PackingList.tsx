import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { type Refused, call, useCall } from '#ui/network/call.ts'
import { listWords } from '../orders/lists.words.ts'
import {
  type PackOrder,
  consoleShopHand,
  consoleShopOrders,
  consoleShopPack,
  consoleShopSend,
} from '../orders/orders.contract.ts'
import { deskWords as words } from './desk.words.ts'

const states = ['paid', 'packed', 'sent'] as const
const tones = {
  open: 'warning',
  paid: 'warning',
  packed: 'info',
  sent: 'success',
  handed: 'success',
  closed: 'plain',
  returned: 'plain',
} as const
const readOrders = (raceid: number, state: PackOrder['state'] | undefined, q: string, after: string | null) =>
  call(consoleShopOrders, { raceid, q, limit: 50, ...(state ? { state } : {}), ...(after === null ? {} : { after }) })

/** The orders to pack, to send and to hand out, the oldest first. */
export const PackingList = ({ raceid, onChange }: { raceid: number; onChange: () => void }) => {
  const t = useWords()
  const queries = useQueryClient()
  const [state, setState] = useState<PackOrder['state'] | undefined>('paid')
  const [typed, setTyped] = useState('')
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [sending, setSending] = useState<PackOrder>()
  const pack = useCall(consoleShopPack)
  const query = useInfiniteQuery<Awaited<ReturnType<typeof readOrders>>, Refused>({
    queryKey: [consoleShopOrders.path, raceid, state ?? null, q],
    queryFn: ({ pageParam }) => readOrders(raceid, q ? undefined : state, q, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const renew = () => {
    setChosen(new Set())
    void queries.invalidateQueries({ queryKey: [consoleShopOrders.path] })
    onChange()
  }
  const flip = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <div className="grid gap-4">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          setQ(typed.trim())
        }}
      >
        <TextInput
          className="min-w-0 flex-1"
          label={t(words.search)}
          inputClassName="figures"
          value={typed}
          maxLength={60}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" look="plain">
          {t(words.find)}
        </Button>
      </form>
      <Segmented
        label={t(words.orders)}
        value={state ?? ''}
        onChange={(value) => {
          setState(states.find((one) => one === value))
          setChosen(new Set())
          setQ('')
          setTyped('')
        }}
        options={[
          { value: 'paid', label: t(words.toPack) },
          { value: 'packed', label: t(words.packed) },
          { value: 'sent', label: t(words.sent) },
          { value: '', label: t(words.all) },
        ]}
      />
      {chosen.size > 0 ? (
        <Button
          className="w-fit"
          busy={pack.isPending}
          onClick={() =>
            pack.mutate(
              { raceid, ids: [...chosen] },
              {
                onSuccess: ({ packed }) => {
                  toastSuccess(t(words.packedDone, { n: packed }))
                  renew()
                },
              },
            )
          }
        >
          {t(words.packAll, { n: chosen.size })}
        </Button>
      ) : null}
      {query.isPending ? <Skeleton lines={6} className="h-16" /> : null}
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data && items.length === 0 ? <Empty title={t(words.noOrders)} description={t(words.noOrdersHow)} /> : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((order) => (
              <One
                key={order.id}
                order={order}
                chosen={chosen.has(order.id)}
                onFlip={order.state === 'paid' ? () => flip(order.id) : undefined}
                onSend={() => setSending(order)}
                raceid={raceid}
                onChange={renew}
              />
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={query} />
      {sending ? (
        <SendDialog
          raceid={raceid}
          order={sending}
          onClose={() => setSending(undefined)}
          onDone={() => {
            setSending(undefined)
            renew()
          }}
        />
      ) : null}
    </div>
  )
}

const One = ({
  order,
  chosen,
  onFlip,
  onSend,
  raceid,
  onChange,
}: {
  order: PackOrder
  chosen: boolean
  onFlip: (() => void) | undefined
  onSend: () => void
  raceid: number
  onChange: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const hand = useCall(consoleShopHand)
  const { state, way } = order
  const ready = state === 'paid' || state === 'packed'
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 px-4 py-4 md:grid-cols-[auto_1fr_auto] md:px-6">
      <label className="flex size-11 items-center justify-center">
        <input
          type="checkbox"
          className="size-5 accent-current"
          aria-label={t(words.choose, { n: order.tradeno })}
          disabled={!onFlip}
          checked={chosen}
          onChange={onFlip}
        />
      </label>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">
            {order.lines.map((line) => `${line.goods} ${line.variant} × ${line.n}`).join('; ')}
          </span>
          <Chip tone={tones[state]}>{t(listWords.states[state])}</Chip>
          <Chip>{t(listWords.ways[way])}</Chip>
        </p>
        <p className="figures break-words text-14 text-soft">
          {[
            order.tradeno,
            order.place || order.contact,
            money(order.amount, lang),
            dateText(order.created_at, lang, 'minute'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {order.number ? (
          <p className="figures text-14 text-soft">
            {order.carrier} {order.number}
          </p>
        ) : null}
      </div>
      <div className="max-md:col-start-2">
        {way === 'post' && (ready || state === 'sent') ? (
          <Button look={ready ? 'strong' : 'quiet'} onClick={onSend}>
            {t(ready ? words.send : words.correct)}
          </Button>
        ) : null}
        {way === 'pickup' && ready ? (
          <Button
            busy={hand.isPending}
            onClick={() =>
              hand.mutate(
                { raceid, id: order._key },
                {
                  onSuccess: () => {
                    toastSuccess(t(words.handed))
                    onChange()
                  },
                },
              )
            }
          >
            {t(words.hand)}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const SendDialog = ({
  raceid,
  order,
  onClose,
  onDone,
}: {
  raceid: number
  order: PackOrder
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const [carrier, setCarrier] = useState(order.carrier ?? '')
  const [number, setNumber] = useState(order.number ?? '')
  const send = useCall(consoleShopSend, { quiet: true })
  const fields = send.error?.fields ?? {}
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.sendTitle, { n: order.tradeno })}
      actions={
        <Button
          busy={send.isPending}
          onClick={() =>
            send.mutate(
              { raceid, id: order.id, carrier, number },
              {
                onSuccess: () => {
                  toastSuccess(t(words.saved))
                  onDone()
                },
              },
            )
          }
        >
          {t(words.save)}
        </Button>
      }
    >
      <div className="grid gap-4 pb-2">
        <TextInput
          label={t(words.carrier)}
          value={carrier}
          maxLength={30}
          error={fields.carrier}
          onChange={(event) => setCarrier(event.target.value)}
        />
        <TextInput
          label={t(words.number)}
          value={number}
          maxLength={40}
          inputClassName="figures"
          error={fields.number ?? (send.error && Object.keys(fields).length === 0 ? send.error.msg : undefined)}
          onChange={(event) => setNumber(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
