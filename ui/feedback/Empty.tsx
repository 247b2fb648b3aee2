import type { ReactNode } from 'react'

/** The state of an empty page, and the next thing to do. The drawing is an empty piece of road. */
export const Empty = ({
  title,
  description,
  action,
  page,
}: {
  title: ReactNode
  /** Set where the page shows nothing else. The title is then the page's heading. */ page?: boolean
  description?: ReactNode
  action?: ReactNode
}) => (
  <div className="flex flex-col items-center gap-3 px-6 py-12 text-center">
    <svg aria-hidden width="160" height="96" viewBox="0 0 160 96" fill="none">
      <ellipse cx="80" cy="84" rx="72" ry="8" fill="var(--c-sunk)" />
      <path d="M58 84 76 30h8l18 54z" fill="var(--c-tint)" />
      <path d="M80 36v8m0 8v10m0 8v12" stroke="var(--c-tint-line)" strokeWidth="3" strokeLinecap="round" />
      <path
        d="M28 84V44m0 0 22 6-22 8"
        stroke="var(--c-accent)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        fill="var(--c-tint)"
      />
      <path d="M116 30c6-10 22-10 26 0 8 0 10 12 0 12h-26c-9 0-9-12 0-12z" fill="var(--c-sunk)" />
    </svg>
    {page ? <h1 className="text-20 font-bold">{title}</h1> : <p className="text-20 font-bold">{title}</p>}
    {description ? <p className="max-w-[36ch] text-pretty text-soft">{description}</p> : null}
    {action ? <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div> : null}
  </div>
)
