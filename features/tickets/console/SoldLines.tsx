import { Chip } from '#ui/feedback/Chip.tsx'
import { Button } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { SoldTicket } from '../sold.contract.ts'
import { soldWords } from '../sold.words.ts'
import { words } from './tickets.words.ts'

const tones = { unused: 'plain', inside: 'success', out: 'info', returned: 'warning' } as const
export const SoldChip = ({ state }: { state: SoldTicket['state'] }) => {
  const t = useWords()
  return <Chip tone={tones[state]}>{t(soldWords[state])}</Chip>
}
/** Returns a function that names the kind of a ticket with its variant and its time. */
export const useSoldKindText = (zone: string) => {
  const { lang } = useLang()
  return ({ goods, variant, slot, starts_at }: Pick<SoldTicket, 'goods' | 'variant' | 'slot' | 'starts_at'>): string =>
    [goods, variant, starts_at ? dateText(starts_at, lang, 'deadline', zone) : slot].filter(Boolean).join(' · ')
}

export const SoldLines = ({
  items,
  zone,
  named,
  onOpen,
}: {
  items: readonly SoldTicket[]
  zone: string
  /** True for staff who may read the names of holders. */
  named: boolean
  onOpen: (id: number) => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const kindText = useSoldKindText(zone)
  return (
    <Card>
      <Table
        caption={t(words.sold)}
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'id',
            title: t(soldWords.number),
            cell: ({ id }) => (
              <Button
                look="quiet"
                className="-ml-3 px-3!"
                aria-label={t(words.detail, { id })}
                onClick={() => onOpen(id)}
              >
                <span className="figures max-md:hidden">{id}</span>
                <span className="figures md:hidden">{t(words.number_of, { id })}</span>
              </Button>
            ),
          },
          { key: 'kind', title: t(soldWords.kind), cell: kindText },
          ...(named
            ? [
                {
                  key: 'holder',
                  title: t(soldWords.holder),
                  cell: ({ holder }: SoldTicket) => holder ?? <span className="text-soft">–</span>,
                },
              ]
            : []),
          { key: 'state', title: t(soldWords.state), cell: ({ state }) => <SoldChip state={state} /> },
          { key: 'moves', title: t(soldWords.moves), cell: ({ moves }) => moves || '–', figures: true },
          {
            key: 'sold_at',
            title: t(soldWords.sold_at),
            cell: ({ created_at }) => dateText(created_at, lang, 'deadline', zone),
            className: 'whitespace-nowrap',
          },
          { key: 'price', title: t(words.price), cell: ({ price }) => money(price, lang), figures: true },
        ]}
      />
    </Card>
  )
}
