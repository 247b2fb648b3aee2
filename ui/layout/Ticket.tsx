import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dotted } from './Dotted.ts'
import { Link } from '../router/Link.tsx'

type Props = {
  /** The colour of the event's bar, from `eventColour` of ui/look/colour.ts. It only decorates. */
  colour?: string
  /** The name of the event, which comes first. */
  event: ReactNode
  name: ReactNode
  /** The bib, in display numerals. `bibText` shows if there is no bib yet. */
  bib?: ReactNode
  bibText?: string
  chip?: ReactNode
  rows?: readonly (readonly [name: ReactNode, value: ReactNode])[]
  href?: string
  onOpen?: () => void
}

/** A found runner as a ticket: colour bar, stub with the bib, perforation. */
export const Ticket = ({ colour, event, name, bib, bibText, chip, rows = [], href, onOpen }: Props) => {
  const shown = rows.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const body = (
    <>
      <span
        aria-hidden
        className="absolute inset-y-0 left-0 w-1.5"
        style={{ background: colour ?? 'var(--c-accent)' }}
      />
      <span className="flex min-w-0 flex-1 flex-col gap-1 py-4 pl-5 pr-2">
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-14 text-soft">{typeof event === 'string' ? <Dotted text={event} /> : event}</span>
          {chip}
        </span>
        <span className="text-20 font-bold">{name}</span>
        {shown.length ? (
          <span className="mt-1 grid gap-0.5 text-14">
            {shown.map(([label, value], at) => (
              <span key={at} className="flex flex-wrap gap-2">
                <span className="shrink-0 text-soft">{label}</span>
                <span className="figures min-w-0">{value}</span>
              </span>
            ))}
          </span>
        ) : null}
      </span>
      <span
        className={
          'relative flex shrink-0 items-center justify-center border-l border-dashed border-line pl-2 pr-5 text-center ' +
          (bib || bibText ? 'w-28 max-w-2/5 md:w-36' : 'w-8')
        }
      >
        <span aria-hidden className="absolute -left-2 -top-2 size-4 rounded-full bg-ground" />
        <span aria-hidden className="absolute -bottom-2 -left-2 size-4 rounded-full bg-ground" />
        {bib ? (
          <span
            className={
              'display leading-none whitespace-nowrap ' +
              (typeof bib === 'string' && bib.length > 4 ? 'text-20 md:text-28' : 'text-28')
            }
          >
            {bib}
          </span>
        ) : (
          <span className="text-12 text-soft">{bibText}</span>
        )}
        {href || onOpen ? (
          <ChevronRight aria-hidden className="absolute right-1.5 top-1/2 size-4 -translate-y-1/2 text-soft" />
        ) : null}
      </span>
    </>
  )
  const look = 'relative flex w-full overflow-hidden rounded bg-surface text-left shadow-card'
  const lively = `${look} transition hover:-translate-y-0.5 active:translate-y-0`
  if (href)
    return (
      <Link href={href} className={lively}>
        {body}
      </Link>
    )
  if (onOpen)
    return (
      <button type="button" onClick={onOpen} className={lively}>
        {body}
      </button>
    )
  return <div className={look}>{body}</div>
}
