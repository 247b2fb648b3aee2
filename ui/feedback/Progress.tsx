/** The progress of long work, from 0 to 1. Without `value` it only shows that the work is under way. */
export const Progress = ({ value, label }: { value?: number; label: string }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={value === undefined ? undefined : Math.round(value * 100)}
    className="h-2 w-full overflow-hidden rounded-full bg-sunk"
  >
    <div
      className={`h-full rounded-full bg-strong transition-[width] ${value === undefined ? 'bone w-full' : ''}`}
      style={value === undefined ? undefined : { width: `${Math.min(1, Math.max(0, value)) * 100}%` }}
    />
  </div>
)

/** The position among the steps of a form: a line that fills. */
export const StepLine = ({ at, of, label }: { at: number; of: number; label: string }) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={1}
    aria-valuemax={of}
    aria-valuenow={at}
    aria-valuetext={label}
    className="flex gap-1.5"
  >
    {Array.from({ length: of }, (_, step) => (
      <span key={step} className={`h-1 flex-1 rounded-full transition-colors ${step < at ? 'bg-strong' : 'bg-line'}`} />
    ))}
  </div>
)
