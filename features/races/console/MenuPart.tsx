import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { type MenuEntry, menuKeys } from '../contract.ts'
import { menuWords } from '../words.ts'
import { leadsSomewhere, usualPages } from './menuPages.ts'
import { raceWords } from './race.words.ts'

export const MenuPart = ({
  menu,
  onChange,
  errorAt,
}: {
  menu: readonly MenuEntry[]
  onChange: (menu: MenuEntry[]) => void
  errorAt: (field: string) => string | undefined
}) => {
  const t = useWords()
  const nameOf = (entry: MenuEntry) =>
    entry.key === 'other' ? entry.names['zh-cn'] || t(raceWords.other) : t(menuWords[entry.key])
  const set = (at: number, entry: MenuEntry) => onChange(menu.map((one, n) => (n === at ? entry : one)))
  const move = (at: number, by: number) =>
    onChange(menu.map((one, n) => (n === at ? menu[at + by]! : n === at + by ? menu[at]! : one)))
  const keys = [
    ...menuKeys.map((key) => ({ value: key as string, label: t(menuWords[key]) })),
    { value: 'other', label: t(raceWords.other) },
  ]
  const open = ({ page: _page, address: _address, ...entry }: MenuEntry, where: string): MenuEntry =>
    where.startsWith('https:') ? { ...entry, address: where } : { ...entry, page: where }
  return (
    <Card title={t(raceWords.menu)}>
      <p className="mb-4 text-14 text-soft">{t(raceWords.menu_text)}</p>
      <ul className="grid gap-5">
        {menu.map((entry, at) => (
          <li key={at} className="grid gap-3 border-l-4 border-line pl-4">
            <div className="grid items-end gap-3 md:grid-cols-[1fr_2fr_auto_auto]">
              <Select
                label={t(raceWords.menu_kind)}
                value={entry.key}
                options={keys}
                onChange={(event) =>
                  set(
                    at,
                    open(
                      { ...entry, key: event.target.value as MenuEntry['key'] },
                      event.target.value === 'other' ? '/' : usualPages[event.target.value as keyof typeof usualPages],
                    ),
                  )
                }
              />
              <TextInput
                label={t(raceWords.menu_where)}
                value={entry.address ?? entry.page ?? ''}
                error={
                  errorAt(`menu.${at}.page`) ??
                  errorAt(`menu.${at}.address`) ??
                  (leadsSomewhere(entry) ? undefined : t(raceWords.menu_missing))
                }
                onChange={(event) => set(at, open(entry, event.target.value))}
              />
              <Checkbox
                checked={entry.hidden}
                onChange={(event) => set(at, { ...entry, hidden: event.target.checked })}
              >
                {t(raceWords.hidden)}
              </Checkbox>
              <span className="flex">
                <IconButton
                  label={t(raceWords.up, { name: nameOf(entry) })}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <ArrowUp className="size-5" aria-hidden />
                </IconButton>
                <IconButton
                  label={t(raceWords.down, { name: nameOf(entry) })}
                  disabled={at === menu.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown className="size-5" aria-hidden />
                </IconButton>
                <IconButton
                  label={t(raceWords.remove, { name: nameOf(entry) })}
                  onClick={() => onChange(menu.filter((_, n) => n !== at))}
                >
                  <Trash2 className="size-5" aria-hidden />
                </IconButton>
              </span>
            </div>
            <WordsInput
              label={t(raceWords.menu_label)}
              max={20}
              value={entry.names}
              onChange={(names) =>
                set(at, {
                  ...entry,
                  names: Object.fromEntries(Object.entries(names).filter(([, value]) => value)) as Record<
                    string,
                    string
                  >,
                })
              }
            />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-14 text-soft">{t(raceWords.menu_where_hint)}</p>
      <Button
        look="quiet"
        className="-ml-5 mt-1"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() =>
          onChange([
            ...menu,
            {
              key: menuKeys.find((key) => !menu.some((one) => one.key === key)) ?? 'other',
              page: usualPages[menuKeys.find((key) => !menu.some((one) => one.key === key)) ?? 'query'],
              names: {},
              hidden: false,
            },
          ])
        }
      >
        {t(raceWords.menu_add)}
      </Button>
    </Card>
  )
}
