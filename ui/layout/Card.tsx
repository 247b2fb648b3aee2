import type { ReactNode } from 'react'
import { Dotted } from './Dotted.ts'

/** A white surface with one shadow. `title` makes it a section with a heading. */
export const Card = ({
  title,
  aside,
  children,
  className = '',
  flush,
}: {
  title?: ReactNode
  aside?: ReactNode
  children: ReactNode
  className?: string
  /** True if the children reach the edges of the card. */ flush?: boolean
}) => (
  <section className={`rounded bg-surface shadow-card ${flush ? 'overflow-hidden' : 'p-4 md:p-6'} ${className}`}>
    {title ? (
      <header
        className={`flex flex-wrap items-baseline justify-between gap-x-3 ${flush ? 'px-4 pt-4 md:px-6 md:pt-6' : ''} mb-3`}
      >
        <h2 className="text-20 font-bold">{title}</h2>
        {aside}
      </header>
    ) : null}
    {children}
  </section>
)

/** Pairs of a name and a value, as rows with hairlines. A row without a value is left out. */
export const Facts = ({ rows }: { rows: readonly (readonly [name: ReactNode, value: ReactNode])[] }) => (
  <dl className="divide-y divide-line">
    {rows
      .filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false)
      .map(([name, value], at) => (
        <div key={at} className="flex flex-wrap items-baseline justify-between gap-x-6 py-3">
          <dt className="max-w-[60%] shrink-0 break-words text-soft">{name}</dt>
          {/* In large text the value moves below its name. */}
          <dd className="figures min-w-0 flex-[1_1_6rem] break-words text-right font-medium">
            {typeof value === 'string' ? <Dotted text={value} /> : value}
          </dd>
        </div>
      ))}
  </dl>
)
