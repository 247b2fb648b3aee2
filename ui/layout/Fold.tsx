import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** A part that stays closed until a person opens it. `title` names the content, and `count` is its amount. */
export const Fold = ({ title, count, children }: { title: string; count?: string; children: ReactNode }) => (
  <details className="group/fold border-t border-line">
    <summary className="flex min-h-12 cursor-pointer items-center gap-2 px-4 font-medium text-strong md:px-6 [&::-webkit-details-marker]:hidden">
      <span className="min-w-0 flex-1">{title}</span>
      {count === undefined ? null : <span className="figures text-14 font-normal text-soft">{count}</span>}
      <ChevronDown className="size-5 shrink-0 transition group-open/fold:rotate-180" aria-hidden />
    </summary>
    {children}
  </details>
)
