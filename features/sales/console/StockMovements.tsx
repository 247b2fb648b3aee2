import { useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { PagedList } from '#ui/layout/PagedList.tsx'
import { call, useAsk } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { consoleGoodsList } from '../goods/goods.contract.ts'
import {
  type MovementCause,
  type StockMovement,
  consoleSalesMovements,
  movementCauses,
} from '../movements/movements.contract.ts'
import { movementWords as words } from '../movements/movements.words.ts'

type Filter = { goodsid?: number; cause?: MovementCause }
const read = (raceid: number, room: string, filter: Filter, after: string | null) =>
  call(consoleSalesMovements, { raceid, room, limit: 50, ...filter, ...(after === null ? {} : { after }) })
const tones = { staff: 'info', sold: 'plain', unpaid: 'warning', returned: 'success', moved: 'info' } as const

/** Every movement of the stock of a selling room, with filters and an export. */
export const StockMovements = ({ raceid, room, zone }: { raceid: number; room: string; zone: string | undefined }) => {
  const t = useWords()
  const [filter, setFilter] = useState<Filter>({})
  const goods = useAsk(consoleGoodsList, { raceid, room })
  const query = usePages([consoleSalesMovements.path, raceid, room, filter], (after) =>
    read(raceid, room, filter, after),
  )
  const { goodsid, cause } = filter
  return (
    <div className="grid gap-4">
      <p className="text-soft">{t(words.how)}</p>
      <div className="grid items-end gap-3 md:grid-cols-[1fr_1fr_auto]">
        <Select
          label={t(words.goods)}
          placeholder={t(words.allGoods)}
          value={goodsid ?? ''}
          onChange={({ target }) =>
            setFilter({ ...(target.value ? { goodsid: Number(target.value) } : {}), ...(cause ? { cause } : {}) })
          }
          options={(goods.data?.items ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <Select
          label={t(words.cause)}
          placeholder={t(words.allCauses)}
          value={cause ?? ''}
          onChange={({ target }) => {
            const chosen = movementCauses.find((one) => one === target.value)
            setFilter({ ...(goodsid === undefined ? {} : { goodsid }), ...(chosen ? { cause: chosen } : {}) })
          }}
          options={movementCauses.map((one) => ({ value: one, label: t(words.causes[one]) }))}
        />
        <ExportButton raceid={raceid} table="stock_movements" filter={{ room, ...filter }} />
      </div>
      <PagedList list={query} empty={{ title: t(words.none), description: t(words.noneHow) }}>
        {(movement) => <One key={movement.key} movement={movement} zone={zone} />}
      </PagedList>
    </div>
  )
}

const One = ({ movement, zone }: { movement: StockMovement; zone: string | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const { cause, change, before, after, goods, variant, slot, staff, uid, tradeno, reason, at } = movement
  const who = staff ?? (uid === null ? t(words.system) : t(words.buyer, { uid }))
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-4 py-3 md:px-6">
      <span className="min-w-0">
        <span className="font-medium [overflow-wrap:anywhere]">
          {[goods, variant, slot].filter(Boolean).join(' · ')}
        </span>
        <span className="ml-2 inline-block">
          <Chip tone={tones[cause]}>{t(words.causes[cause])}</Chip>
        </span>
        <span className="figures block text-14 text-soft [overflow-wrap:anywhere]">
          {[dateText(at, lang, 'minute', zone), who, tradeno, reason].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="figures text-right">
        <span className={`block text-20 font-bold ${change > 0 ? 'text-success-ink' : ''}`}>
          {change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0'}
        </span>
        <span className="block text-14 text-soft">
          {before} → {after}
        </span>
      </span>
    </li>
  )
}
