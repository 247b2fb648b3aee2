import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

/** An entry that a person can open. `group` is the heading above the entry. */
export type FindListItem = { key: string; label: ReactNode; aside?: ReactNode; icon?: ReactNode; group?: string }

type Props<One extends FindListItem> = {
  label: string
  typed: string
  onTyped: (typed: string) => void
  /** The found entries, in the order on the screen. Entries of a group are together. */
  found: readonly One[]
  onChoose: (one: One) => void
  /** The text if nothing is found. */
  nothing: ReactNode
  busy?: boolean
}

/**
 * A field to type into, with the entries that match. The keyboard is enough: arrows move, Page Up and Page Down jump,
 * Enter chooses. The focus stays in the field.
 */
export const FindList = <One extends FindListItem>({
  label,
  typed,
  onTyped,
  found,
  onChoose,
  nothing,
  busy = false,
}: Props<One>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<string>()
  const at = Math.max(
    0,
    found.findIndex(({ key }) => key === chosen),
  )
  const current = found[at]
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at, found])
  const move = (to: number) => setChosen(found[Math.min(found.length - 1, Math.max(0, to))]?.key)
  const press = (event: KeyboardEvent) => {
    // While a Chinese input method composes, Enter and the arrows belong to it.
    if (event.nativeEvent.isComposing) return
    const moves: Record<string, number> = {
      ArrowDown: at + 1 >= found.length ? 0 : at + 1,
      ArrowUp: at === 0 ? found.length - 1 : at - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      move(to)
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      onChoose(current)
    }
  }
  return (
    <div>
      <div className="relative">
        <Search className="pointer-events-none absolute left-3 top-1/2 size-5 -translate-y-1/2 text-soft" aria-hidden />
        <input
          ref={field}
          role="combobox"
          aria-label={label}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          aria-busy={busy}
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          placeholder={label}
          className="field pl-11"
          value={typed}
          onChange={(event) => {
            setChosen(undefined)
            onTyped(event.target.value)
          }}
          onKeyDown={press}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="mt-2 max-h-[min(24rem,60dvh)] overflow-y-auto"
      >
        {found.map((one, nth) => (
          <div key={one.key} role="presentation">
            {one.group !== undefined && one.group !== found[nth - 1]?.group ? (
              <p role="presentation" className="px-3 pb-1 pt-3 text-12 text-soft">
                {one.group}
              </p>
            ) : null}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above gets all keys */}
            <div
              id={`${id}-${nth}`}
              role="option"
              tabIndex={-1}
              aria-selected={nth === at}
              onClick={() => onChoose(one)}
              onPointerMove={() => chosen !== one.key && setChosen(one.key)}
              className={
                'flex min-h-11 cursor-pointer items-center gap-3 rounded px-3 py-2 text-14 ' +
                (nth === at ? 'bg-sunk' : '')
              }
            >
              {one.icon}
              <span className="min-w-0 flex-1 truncate">{one.label}</span>
              {one.aside ? <span className="figures shrink-0 text-12 text-soft">{one.aside}</span> : null}
            </div>
          </div>
        ))}
      </div>
      <p role="status" className={found.length === 0 ? 'px-3 py-6 text-center text-14 text-soft' : 'sr-only'}>
        {found.length === 0 ? nothing : null}
      </p>
    </div>
  )
}
