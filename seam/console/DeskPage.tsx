import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from '#ui/layout/Page.tsx'
import { Link } from '#ui/router/Link.tsx'
import { useRace } from './useRace.ts'

type Props = {
  title: string
  /** The state that the page shows beside the title. */
  beside?: ReactNode
  /** A sentence below the title. */
  description?: ReactNode
  /** The page above this page, to which a link leads. */
  back?: { href: string; label: string } | undefined
  /** Buttons at the right of the title. The page's primary action comes last. */
  actions?: ReactNode
  /** True if the page is narrow, for forms and texts whose lines would become too long on a wide page. */
  narrow?: boolean
  /** True for an editor that fills the page and draws the title of the page itself. */
  ownHead?: boolean
  children: ReactNode
}

const Head = ({ title, beside, description, back, actions }: Omit<Props, 'children'>) => (
  <header
    className={`flex flex-wrap justify-between gap-x-6 gap-y-3 pb-4 pt-3 md:pt-5 ${back ? 'items-end' : 'items-start'}`}
  >
    <div className="min-w-0">
      {back ? (
        <Link href={back.href} className="-ml-1 mb-1 inline-flex items-center gap-1 text-14 text-soft hover:text-ink">
          <ChevronLeft className="size-4" aria-hidden />
          {back.label}
        </Link>
      ) : null}
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 md:min-h-9">
        <h1 className="min-w-0 text-20 font-bold md:text-28">{title}</h1>
        {beside}
      </div>
      {description ? <p className="mt-1 max-w-[72ch] text-pretty text-14 text-soft">{description}</p> : null}
    </div>
    {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
  </header>
)

/** A page of the console. All pages have the same place for title and actions, and the same widths. */
export const DeskPage = ({ title, beside, description, back, actions, narrow, ownHead, children }: Props) => {
  const race = useRace()
  useTitle(race ? `${title} · ${race.name}` : title)
  return (
    <main id="main" tabIndex={-1} className="desk flex flex-1 flex-col pb-10 outline-none">
      {ownHead ? null : <Head {...{ title, beside, description, back, actions }} />}
      <div className={`flex flex-col gap-4 ${narrow ? 'max-w-[60rem]' : ''}`}>{children}</div>
    </main>
  )
}
