import { Gift, type LucideIcon } from 'lucide-react'

/** The sign that organisers gave to a gift, or a drawn icon if they gave no sign. */
export const GiftMark = ({
  icon,
  drawn: Drawn = Gift,
  size,
}: {
  icon?: string | undefined
  drawn?: LucideIcon
  size: string
}) =>
  icon ? (
    <span className="leading-none" style={{ fontSize: size }} aria-hidden>
      {icon}
    </span>
  ) : (
    <Drawn strokeWidth={1.75} style={{ width: size, height: size }} aria-hidden />
  )
