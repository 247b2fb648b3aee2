/** Links to the parts of a long page. A press moves the page and the keyboard's focus to the part. */
export const JumpMarks = ({
  label,
  marks,
}: {
  label: string
  marks: readonly { /** The id of the part. */ to: string; said: string }[]
}) => (
  <nav aria-label={label} className="rounded bg-surface shadow-card md:hidden">
    <ul className="flex">
      {marks.map(({ to, said }) => (
        <li key={to} className="min-w-0 flex-1">
          <a
            href={`#${to}`}
            className="flex min-h-11 items-center justify-center rounded px-2 text-center text-14 font-medium text-strong"
            onClick={(event) => {
              event.preventDefault()
              const part = document.getElementById(to)
              part?.scrollIntoView({ block: 'start' })
              part?.focus({ preventScroll: true })
            }}
          >
            {said}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
