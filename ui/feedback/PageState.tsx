import type { ReactNode } from 'react'

/** The drawing of a piece of road. `children` are the things that stand on it. */
export const Road = ({ colour = 'var(--c-accent)', children }: { colour?: string; children: ReactNode }) => (
  <svg
    aria-hidden
    width="160"
    viewBox="0 0 160 96"
    fill="var(--c-tint)"
    strokeWidth="3"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d="M8 84a72 8 0 1 0 144 0 72 8 0 1 0-144 0m50 0 18-54h8l18 54z" />
    <path d="M80 36v8m0 8v10m0 8v12" stroke="var(--c-tint-line)" />
    <g stroke={colour}>{children}</g>
  </svg>
)
/** A drawing of a road that a barrier closes. */
export const closedRoad = (
  <Road colour="var(--c-warning-solid)">
    <path d="M46 84V52m68 32V52M36 52h88v16H36zm28 14 10-12m10 12 10-12" />
  </Road>
)

/**
 * The look of every page or part of a page that cannot show its content: a picture, a title, a sentence, and the next
 * thing to do.
 */
export const PageState = ({
  picture,
  title,
  heading: Heading = 'p',
  description,
  actions,
  role,
  children,
}: {
  /** The picture above the title. */ picture: ReactNode
  title: ReactNode
  /** The element of the title: `h1` if the page shows nothing else. */
  heading?: 'h1' | 'h2' | 'p'
  description?: ReactNode
  /** The buttons and links. */ actions?: ReactNode
  role?: 'alert' | 'status' | undefined
  /** Further lines below the sentence. */ children?: ReactNode
}) => (
  <div role={role} className="flex flex-col items-center gap-3 px-6 py-12 text-center">
    {picture}
    <Heading className="w-full text-balance text-20 font-bold">{title}</Heading>
    {description ? <p className="w-full max-w-[40ch] text-balance text-soft">{description}</p> : null}
    {children}
    {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
  </div>
)
