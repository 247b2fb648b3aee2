/** The name of a person on a map, above the dot. */
export const DotLabel = ({ label }: { label: string }) => (
  <span className="display absolute bottom-full left-1/2 mb-0.5 -translate-x-1/2 whitespace-nowrap rounded bg-surface px-1 text-14 leading-tight shadow-card">
    {label}
  </span>
)

/** A person who stands out on a map. */
export const Walker = ({ colour, label }: { colour: string; label?: string | undefined }) => (
  <span aria-hidden className="relative flex size-8 shrink-0 items-center justify-center">
    <span className="absolute inset-0 rounded-full opacity-25" style={{ background: colour }} />
    <span className="block size-4 rounded-full border-[3px] border-surface" style={{ background: colour }} />
    {label ? <DotLabel label={label} /> : null}
  </span>
)
