import { LoaderCircle } from 'lucide-react'
import { type ButtonHTMLAttributes, type ReactNode, useId } from 'react'
import { Link } from '../router/Link.tsx'
import { type ButtonLook, looks, shape } from './buttonLook.ts'

const off = 'bg-sunk text-soft border border-line shadow-none'

type Common = {
  look?: ButtonLook
  /** True makes the button as wide as its place. `phone` does this only on a phone. */
  wide?: boolean | 'phone' | undefined
  icon?: ReactNode
  children: ReactNode
  className?: string
}
const widths = { whole: 'w-full', phone: 'w-full md:w-auto md:min-w-64', own: '' } as const
const widthOf = (wide: Common['wide']): string => widths[wide === 'phone' ? 'phone' : wide ? 'whole' : 'own']

type ButtonProps = Common &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    busy?: boolean
    /** The reason why the button cannot be used, shown beside the button. */ disabledReason?: string | undefined
  }

/**
 * A button of at least 44 px. With `disabledReason` it stays reachable by keyboard, does nothing, and shows the reason.
 */
export const Button = ({
  look = 'strong',
  wide,
  icon,
  busy,
  disabledReason,
  children,
  className = '',
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => {
  const reasonId = useId()
  const disabled = Boolean(disabledReason) || rest.disabled
  const button = (
    <button
      {...rest}
      type={type}
      {...(look === 'strong' || look === 'danger' ? { 'data-action': true } : {})}
      disabled={rest.disabled}
      aria-disabled={disabledReason || busy ? true : undefined}
      aria-busy={busy || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      onClick={(event) => {
        if (disabledReason || busy) event.preventDefault()
        else onClick?.(event)
      }}
      className={`${shape} ${disabled ? off : looks[look]} ${widthOf(wide)} ${className}`}
    >
      {busy ? <LoaderCircle className="size-5 animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  )
  if (!disabledReason) return button
  return (
    <span className={`inline-flex flex-col gap-1 ${widthOf(wide)}`}>
      {button}
      <span id={reasonId} className="text-14 text-soft text-center">
        {disabledReason}
      </span>
    </span>
  )
}

export const ButtonLink = ({
  look = 'strong',
  wide,
  icon,
  children,
  className = '',
  href,
  ...rest
}: Common & { href: string; target?: string; rel?: string; download?: string | boolean }) => (
  <Link {...rest} href={href} className={`${shape} ${looks[look]} ${widthOf(wide)} print:hidden ${className}`}>
    {icon}
    {children}
  </Link>
)

/** A round button with an icon only; `label` names its action. */
export const IconButton = ({
  label,
  children,
  className = '',
  ...rest
}: { label: string; children: ReactNode } & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button
    type="button"
    {...rest}
    aria-label={label}
    title={label}
    className={
      'inline-flex size-11 shrink-0 items-center justify-center rounded-full text-ink transition ' +
      `hover:bg-sunk ${className}`
    }
  >
    {children}
  </button>
)
