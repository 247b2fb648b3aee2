import { path } from '#seam/console/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { Link } from '#ui/router/Link.tsx'
import type { AddonFigures } from '../contract.ts'
import { buyersBehind } from '../lists.rules.ts'
import { words } from '../words.ts'

/** The add-ons of the events, with their sales and their remaining pieces. */
export const AddonsCard = ({ raceid, addons }: { raceid: number; addons: readonly AddonFigures[] }) => {
  const t = useWords()
  if (addons.length === 0) return null
  const figure = (addon: AddonFigures, value: number, paid: '0' | '1') =>
    value === 0 ? (
      <span className="text-soft">0</span>
    ) : (
      <Link href={path.registrations({ raceid, ...buyersBehind(addon, paid) })} className="hover:underline">
        {countText(value)}
      </Link>
    )
  const seesMoney = addons.some(({ sum }) => sum !== null)
  return (
    <Card title={t(words.addons)}>
      <Table
        caption={t(words.addons)}
        rows={addons}
        rowKey={({ eventid, id }) => `${eventid}.${id}`}
        columns={[
          {
            key: 'addon',
            title: t(words.addon),
            cell: ({ name, event, offered }) => (
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="font-medium">{name}</span>
                <span className="text-14 text-soft">{event}</span>
                {offered ? null : <Chip>{t(words.not_offered)}</Chip>}
              </span>
            ),
          },
          {
            key: 'buyers',
            title: t(words.buyers),
            figures: true,
            cell: (addon) => figure(addon, addon.buyers, '1'),
          },
          { key: 'sold', title: t(words.sold), figures: true, cell: (addon) => figure(addon, addon.sold, '1') },
          ...(seesMoney
            ? [
                {
                  key: 'sum',
                  title: t(words.sum),
                  figures: true,
                  cell: ({ sum }: AddonFigures) => bookMoney(sum ?? 0),
                },
              ]
            : []),
          {
            key: 'unpaid',
            title: t(words.unpaid_pieces),
            figures: true,
            cell: (addon) => figure(addon, addon.unpaid, '0'),
          },
          {
            key: 'left',
            title: t(words.stock_left),
            figures: true,
            cell: ({ left }) => (left === null ? t(words.no_limit) : countText(left)),
          },
        ]}
      />
    </Card>
  )
}
