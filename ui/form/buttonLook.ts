export type ButtonLook = 'strong' | 'plain' | 'quiet' | 'danger'
export const looks: Record<ButtonLook, string> = {
  strong: 'bg-fill text-on-fill shadow-card hover:brightness-110 active:brightness-95',
  plain: 'bg-surface text-ink border border-edge hover:bg-sunk active:bg-line',
  quiet: 'text-strong hover:bg-tint active:bg-tint',
  danger: 'bg-surface text-danger-ink border border-danger-ink hover:bg-danger-tint',
}
/** The classes that all buttons share. */
export const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded px-5 ' +
  'py-2 text-16 font-medium text-center transition select-none'
