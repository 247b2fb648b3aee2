import { Plus } from 'lucide-react'
import { useState } from 'react'
import { GoodsDialog } from '#features/sales/console/GoodsDialog.tsx'
import { type Goods, consoleGoodsList } from '#features/sales/goods/goods.contract.ts'
import { useRace } from '#seam/console/useRace.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk } from '#ui/network/call.ts'
import { depositThings } from '../rules.ts'
import { deskWords as words } from './deposits.words.ts'

const ROOM = 'deposits'
type Props = { raceid: number; edits: boolean; onSaved: () => void }

/** The things that a race lends for a deposit. */
export const DepositKinds = ({ raceid, edits, onSaved }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const race = useRace()
  const listed = useAsk(consoleGoodsList, { raceid, room: ROOM }, { quiet: true })
  const [edited, setEdited] = useState<Goods | 'new'>()
  const items = listed.data?.items ?? []
  return (
    <Card
      title={t(words.kinds)}
      aside={
        edits ? (
          <Button look="plain" icon={<Plus className="size-5" aria-hidden />} onClick={() => setEdited('new')}>
            {t(words.newKind)}
          </Button>
        ) : null
      }
    >
      {listed.data && items.length === 0 ? <p className="text-soft">{t(words.noKinds)}</p> : null}
      <ul className="divide-y divide-line">
        {items.map((goods) => {
          const rows = goods.variants.flatMap((variant) => variant.stock)
          const sum = (of: 'sold' | 'pieces') => rows.reduce((total, row) => total + row[of], 0)
          return (
            <li key={goods.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="min-w-0">
                <span className="font-medium">{goods.names[lang] || goods.name}</span>
                <span className="figures block text-14 text-soft">
                  {[
                    goods.variants.map(({ price }) => money(price, lang)).join(' / '),
                    t(words.stock, { sold: sum('sold'), pieces: sum('pieces') }),
                  ].join(' · ')}
                </span>
              </span>
              {goods.signup_events === null ? null : <Chip tone="info">{t(words.atSignup)}</Chip>}
              {edits ? (
                <Button look="quiet" onClick={() => setEdited(goods)}>
                  {t(words.editKind)}
                </Button>
              ) : null}
            </li>
          )
        })}
      </ul>
      {edited && race ? (
        <GoodsDialog
          raceid={raceid}
          zone={race.zone}
          room={ROOM}
          atSignup
          title={t(edited === 'new' ? words.newKind : words.editKind)}
          goods={edited === 'new' ? undefined : edited}
          fresh={{ lends: 'chip' }}
          own={(settings, put) => (
            <Select
              label={t(words.lends)}
              value={String(settings.lends ?? 'other')}
              options={depositThings.map((value) => ({ value, label: t(words[value]) }))}
              onChange={({ target }) => put({ lends: target.value })}
            />
          )}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined)
            void listed.refetch()
            onSaved()
          }}
        />
      ) : null}
    </Card>
  )
}
