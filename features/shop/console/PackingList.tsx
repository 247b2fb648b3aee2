import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SendParcelDialog } from '#features/orders/console/SendParcelDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { FindForm } from '#ui/form/search/FindForm.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { PagedList } from '#ui/layout/PagedList.tsx'
import { call, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { orderListWords } from '../orders/lists.words.ts'
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
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [sending, setSending] = useState<PackOrder>()
  const pack = useCall(consoleShopPack)
  const send = useCall(consoleShopSend, { quiet: true })
  const query = usePages([consoleShopOrders.path, raceid, state ?? null, q], (after) =>
    readOrders(raceid, q ? undefined : state, q, after),
  )
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
      <FindForm label={t(words.search)} action={t(words.find)} value={q} onFind={setQ} />
      <Segmented
        label={t(words.orders)}
        value={state ?? ''}
        onChange={(value) => {
          setState(states.find((one) => one === value))
          setChosen(new Set())
          setQ('')
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
      <PagedList list={query} empty={{ title: t(words.noOrders), description: t(words.noOrdersHow) }}>
        {(order) => (
          <One
            key={order.id}
            order={order}
            chosen={chosen.has(order.id)}
            onFlip={order.state === 'paid' ? () => flip(order.id) : undefined}
            onSend={() => setSending(order)}
            raceid={raceid}
            onChange={renew}
          />
        )}
      </PagedList>
      {sending ? (
        <SendParcelDialog
          title={t(words.sendTitle, { n: sending.tradeno })}
          parcel={sending}
          send={(parcel) => send.mutateAsync({ raceid, id: sending.id, ...parcel })}
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
          <Chip tone={tones[state]}>{t(orderListWords.states[state])}</Chip>
          <Chip>{t(orderListWords.ways[way])}</Chip>
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
