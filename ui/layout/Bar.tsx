/** A bar for a share from 0 to 1, such as the share of the taken places. `label` says the share in words. */
export const Bar = ({
  value,
  label,
  tone = 'accent',
}: {
  value: number
  label: string
  tone?: 'accent' | 'warning' | 'plain'
}) => (
  <div role="img" aria-label={label} className="h-1.5 w-full overflow-hidden rounded-full bg-sunk">
    <div
      className={
        'h-full rounded-full ' + (tone === 'accent' ? 'bg-accent' : tone === 'warning' ? 'bg-warning-solid' : 'bg-edge')
      }
      style={{ width: `${Math.min(1, Math.max(0, value)) * 100}%` }}
    />
  </div>
)
