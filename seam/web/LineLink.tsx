import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '#ui/router/Link.tsx'

type Props = { href: string; icon: ReactNode; title: string; text: string }
export const LineLink = ({ href, icon, title, text }: Props) => (
  <Link href={href} className="flex min-h-14 items-center gap-3 rounded bg-surface p-4 shadow-card hover:bg-tint">
    <span aria-hidden className="flex size-10 shrink-0 items-center justify-center rounded-full bg-tint text-strong">
      {icon}
    </span>
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{title}</span>
      <span className="block text-14 text-soft">{text}</span>
    </span>
    <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
  </Link>
)
