import { path } from '#seam/console/paths.ts'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Bar } from '#ui/layout/Bar.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import type { Column } from '#ui/layout/table/tableColumn.ts'
import { Link } from '#ui/router/Link.tsx'
import type { EventFigures } from '../contract.ts'
import { type Figure, listBehind } from '../lists.rules.ts'
import { words } from '../words.ts'

/** Places by event as bars, with the numbers of registrations. A number above 0 leads to its registrations. */
export const EventsCard = ({ raceid, events }: { raceid: number; events: readonly EventFigures[] }) => {
  const t = useWords()
  if (events.length === 0) return null
  const figure = (eventid: number, count: number, filter: (typeof listBehind)[Figure]) =>
    count === 0 ? (
      <span className="text-soft">0</span>
    ) : (
      <Link href={path.registrations({ raceid, eventid, ...filter })} className="hover:underline">
        {countText(count)}
      </Link>
    )
  const column = (key: Figure, title: string, count: (event: EventFigures) => number): Column<EventFigures> => ({
    key,
    title,
    figures: true,
    cell: (event) => figure(event.id, count(event), listBehind[key]),
  })
  const some = (field: 'draw' | 'to_review' | 'waitlist' | 'left', title: string) =>
    events.some((event) => event[field] > 0) ? [column(field, title, (event) => event[field])] : []
  return (
    <Card title={t(words.events)}>
      <Table
        caption={t(words.events)}
        rows={events}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'event',
            title: t(words.event),
            cell: ({ name, colour }) => (
              <span className="flex items-center gap-2 whitespace-nowrap">
                <span aria-hidden className="size-2.5 rounded-full" style={{ background: colour }} />
                {name}
              </span>
            ),
          },
          {
            key: 'places',
            title: t(words.events),
            className: 'w-2/5 min-w-44 max-md:[&>:last-child]:grow',
            cell: ({ taken, places }) => {
              const says = t(words.places_taken, { taken: countText(taken), places: countText(places) })
              return (
                <span className="grid gap-1">
                  <Bar value={places > 0 ? taken / places : 0} label={says} />
                  <span className="figures flex justify-between text-12 text-soft">
                    <span aria-hidden>{`${countText(taken)} / ${countText(places)}`}</span>
                    <span>{t(words.left, { n: countText(Math.max(0, places - taken)) })}</span>
                  </span>
                </span>
              )
            },
          },
          column('registered', t(words.registered), ({ registered }) => registered),
          column('paid', t(words.paid), ({ paid }) => paid),
          column('unpaid', t(words.unpaid), ({ registered, paid }) => registered - paid),
          ...some('draw', t(words.draw)),
          ...some('to_review', t(words.review)),
          ...some('waitlist', t(words.waitlist)),
          ...some('left', t(words.gone)),
        ]}
      />
    </Card>
  )
}
