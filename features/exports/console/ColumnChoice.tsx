import { ArrowDown, ArrowUp, Lock } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { consoleExportsShow } from '../contract.ts'
import { words } from '../words.ts'

export type ColumnShown = OutputOf<typeof consoleExportsShow>['columns'][number]
type Props = {
  columns: readonly ColumnShown[]
  /** The names of the chosen columns, in their order. */
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
}

/** A list of columns to tick and to sort. The chosen columns come first, in the order of the file. */
export const ColumnChoice = ({ columns, chosen, onChoose }: Props) => {
  const t = useWords()
  const byName = new Map(columns.map((column) => [column.name, column]))
  const rows = [
    ...chosen.flatMap((name) => byName.get(name) ?? []),
    ...columns.filter(({ name }) => !chosen.includes(name)),
  ]
  const move = (at: number, by: -1 | 1) => {
    const next = [...chosen]
    ;[next[at], next[at + by]] = [next[at + by]!, next[at]!]
    onChoose(next)
  }
  return (
    <div>
      <div className="flex gap-2 pb-1">
        <Button look="quiet" onClick={() => onChoose(columns.filter(({ allowed }) => allowed).map(({ name }) => name))}>
          {t(words.all)}
        </Button>
        <Button look="quiet" onClick={() => onChoose([])}>
          {t(words.none)}
        </Button>
      </div>
      <ul className="max-h-72 divide-y divide-line overflow-y-auto rounded border border-line">
        {rows.map((column) => {
          const at = chosen.indexOf(column.name)
          return (
            <li key={column.name} className="flex items-center gap-1 pl-3">
              <div className="min-w-0 flex-1">
                <Checkbox
                  checked={at >= 0}
                  disabled={!column.allowed}
                  onChange={() =>
                    onChoose(at >= 0 ? chosen.filter((name) => name !== column.name) : [...chosen, column.name])
                  }
                >
                  {column.label}
                  {column.sealed ? (
                    <Lock className="ml-1.5 inline size-3.5 text-soft" role="img" aria-label={t(words.column_sealed)} />
                  ) : null}
                  {column.allowed ? null : <span className="block text-14 text-soft">{t(words.column_off)}</span>}
                </Checkbox>
              </div>
              {at >= 0 ? (
                <>
                  <IconButton
                    label={t(words.up, { name: column.label })}
                    disabled={at === 0}
                    className="disabled:invisible"
                    onClick={() => move(at, -1)}
                  >
                    <ArrowUp className="size-4" aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t(words.down, { name: column.label })}
                    disabled={at === chosen.length - 1}
                    className="disabled:invisible"
                    onClick={() => move(at, 1)}
                  >
                    <ArrowDown className="size-4" aria-hidden />
                  </IconButton>
                </>
              ) : null}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
