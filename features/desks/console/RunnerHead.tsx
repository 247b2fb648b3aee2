type Props = {
  name: string
  event: string
  /** The bib, or the words where there is none. */
  bib: string
  /** True where the card is read at arm's length. */
  large?: boolean
}
/** The head of a runner's card at a desk: name, event and bib. */
export const RunnerHead = ({ name, event, bib, large = false }: Props) => (
  <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
    <div className="min-w-0">
      <h2 className="break-words text-28! font-bold">{name}</h2>
      <p className={large ? 'text-20' : 'text-soft'}>{event}</p>
    </div>
    <p className={`figures text-40 font-bold leading-tight ${large ? 'md:text-64' : ''}`}>{bib}</p>
  </header>
)
