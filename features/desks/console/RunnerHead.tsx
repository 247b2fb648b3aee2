type Props = {
  name: string
  event: string
  /** The bib, or the words for a runner without a bib. */
  bib: string
  /** True if staff read the card at arm's length. */
  large?: boolean
  /** The path of the runner's photo. */
  photo?: string | null
}
export const RunnerHead = ({ name, event, bib, large = false, photo = null }: Props) => (
  <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
    <div className="flex min-w-0 items-start gap-4">
      {photo ? (
        // The name is beside the photo, so the photo needs no text of its own.
        <img src={photo} alt="" className="h-32 w-24 shrink-0 rounded bg-sunk object-cover" />
      ) : null}
      <div className="min-w-0">
        <h2 className="break-words text-28! font-bold">{name}</h2>
        <p className={large ? 'text-20' : 'text-soft'}>{event}</p>
      </div>
    </div>
    <p className={`figures text-40 font-bold leading-tight ${large ? 'md:text-64' : ''}`}>{bib}</p>
  </header>
)
