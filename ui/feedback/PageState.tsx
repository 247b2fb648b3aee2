import type { ReactNode } from 'react'

export type StatePicture = 'empty' | 'failed' | 'login'

/** A piece of road. A flag stands beside it, a barrier closes it, or a lock does. */
const Road = ({ picture }: { picture: StatePicture }) => {
  const [line, tint] =
    picture === 'failed' ? ['var(--c-warning-solid)', 'var(--c-warning-tint)'] : ['var(--c-accent)', 'var(--c-tint)']
  const stroke = { stroke: line, strokeWidth: 3, strokeLinecap: 'round', strokeLinejoin: 'round' } as const
  return (
    <svg aria-hidden width="160" height="96" viewBox="0 0 160 96" fill="none">
      <ellipse cx="80" cy="84" rx="72" ry="8" fill="var(--c-sunk)" />
      <path d="M58 84 76 30h8l18 54z" fill="var(--c-tint)" />
      <path d="M80 36v8m0 8v10m0 8v12" stroke="var(--c-tint-line)" strokeWidth="3" strokeLinecap="round" />
      {picture === 'empty' ? <path d="M28 84V44m0 0 22 6-22 8" fill={tint} {...stroke} /> : null}
      {picture === 'failed' ? (
        <>
          <path d="M46 84V52m68 32V52" {...stroke} />
          <rect x="36" y="52" width="88" height="16" rx="4" fill={tint} {...stroke} />
          <path d="m54 66 10-12m10 12 10-12m10 12 10-12" {...stroke} />
        </>
      ) : null}
      {picture === 'login' ? (
        <>
          <path d="M69 52v-8a11 11 0 0 1 22 0v8" {...stroke} />
          <rect x="60" y="52" width="40" height="28" rx="7" fill={tint} {...stroke} />
          <path d="M80 63v7" {...stroke} strokeWidth={4} />
        </>
      ) : null}
      <path d="M116 30c6-10 22-10 26 0 8 0 10 12 0 12h-26c-9 0-9-12 0-12z" fill="var(--c-sunk)" />
    </svg>
  )
}

/**
 * The one look of a page, or of a part of it, that cannot show its content: a picture, a title, a sentence, and the next
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
  /** A drawing of the family, or another picture. */ picture: StatePicture | Exclude<ReactNode, string>
  title: ReactNode
  /** The element of the title: `h1` where the page shows nothing else. */ heading?: 'h1' | 'h2' | 'p'
  description?: ReactNode
  /** The buttons and links. */ actions?: ReactNode
  role?: 'alert' | 'status' | undefined
  /** Further lines below the sentence. */ children?: ReactNode
}) => (
  <div role={role} className="flex flex-col items-center gap-3 px-6 py-12 text-center">
    {typeof picture === 'string' ? <Road picture={picture as StatePicture} /> : picture}
    <Heading className="text-balance text-20 font-bold">{title}</Heading>
    {description ? <p className="max-w-[40ch] text-pretty text-soft">{description}</p> : null}
    {children}
    {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
  </div>
)
