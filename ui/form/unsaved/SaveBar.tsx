import type { ReactNode } from 'react'

/** The bar at the foot of a form, always visible: the unsaved changes, and the buttons for them. */
export const SaveBar = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div
    data-unsaved
    className={
      'sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-x-2 gap-y-2 border-t border-line ' +
      'bg-surface px-4 py-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] shadow-card ' +
      '[&>button]:flex-1 [&>button]:whitespace-nowrap max-md:[&>button]:px-3 ' +
      'md:mx-0 md:justify-end md:gap-x-4 md:rounded md:[&>button]:flex-none'
    }
  >
    <p role="status" className="min-w-0 basis-full text-14 text-soft empty:hidden md:flex-[1_1_12rem]">
      {label}
    </p>
    {children}
  </div>
)
