import { Plus } from 'lucide-react'
import { useState } from 'react'
import { consoleGoodsList } from '#features/sales/goods/goods.contract.ts'
import type { Goods } from '#features/sales/goods/goods.contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Bar } from '#ui/layout/Bar.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { GoodsPicture } from '#features/sales/web/GoodsPicture.tsx'
import { deskWords as words } from './desk.words.ts'
import { ShopGoodsDialog } from './ShopGoodsDialog.tsx'

export const GoodsStock = ({ raceid, edits }: { raceid: number; edits: boolean }) => {
  const t = useWords()
  const [editing, setEditing] = useState<Goods | 'new'>()
  const query = useAsk(consoleGoodsList, { raceid, room: 'shop' })
  const add = edits ? (
    <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setEditing('new')}>
      {t(words.newGoods)}
    </Button>
  ) : null
  return (
    <div className="grid gap-4">
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <SkeletonCards count={3} className="h-40" /> : null}
      {query.data?.items.length === 0 ? (
        <Empty title={t(words.noGoods)} description={t(words.noGoodsHow)} action={add} />
      ) : null}
      {query.data && query.data.items.length > 0 ? (
        <>
          <div className="flex justify-end">{add}</div>
          <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
            {query.data.items.map((goods) => (
              <li key={goods.id}>
                <One goods={goods} onEdit={edits ? () => setEditing(goods) : undefined} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {editing ? (
        <ShopGoodsDialog
          raceid={raceid}
          goods={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
          onDone={() => {
            setEditing(undefined)
            void query.refetch()
          }}
        />
      ) : null}
    </div>
  )
}

const One = ({ goods, onEdit }: { goods: Goods; onEdit: (() => void) | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const stock = goods.variants.flatMap((variant) => variant.stock)
  const pieces = stock.reduce((sum, row) => sum + row.pieces, 0)
  const sold = stock.reduce((sum, row) => sum + row.sold, 0)
  const pictures = goods.settings.pictures as string[] | undefined
  const name = (lang === 'zh-cn' ? '' : goods.names[lang]) || goods.name
  const label = t(words.soldOf, { sold, pieces })
  return (
    <article className="flex h-full gap-4 rounded bg-surface p-4 shadow-card">
      <span className="block w-24 shrink-0 self-start overflow-hidden rounded">
        <GoodsPicture src={pictures?.[0]} name={name} seed={goods.id} sizes="6rem" />
      </span>
      <div className="grid min-w-0 flex-1 content-start gap-2">
        <h2 className="font-bold">{name}</h2>
        <span className="flex flex-wrap gap-2">
          <Chip tone={goods.open ? 'success' : 'plain'}>{t(goods.open ? words.shown : words.hidden)}</Chip>
          {goods.audience === 'everybody' ? null : <Chip>{t(words[goods.audience])}</Chip>}
        </span>
        <span className="figures text-14 text-soft">
          {goods.variants.map((one) => `${one.name} ${money(one.price, lang)}`.trim()).join(' · ')}
        </span>
        <Bar value={pieces === 0 ? 0 : sold / pieces} label={label} tone={sold === pieces ? 'warning' : 'accent'} />
        <span className="figures text-14 text-soft">{label}</span>
        {onEdit ? (
          <Button look="quiet" className="-ml-4 w-fit" onClick={onEdit}>
            {t(words.editGoods)}
          </Button>
        ) : null}
      </div>
    </article>
  )
}
