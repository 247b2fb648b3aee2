/** A name as somebody sees it who knows the person and need not be told more: its first character. */
export const maskName = (name: string): string => {
  const [first = ''] = name
  return `${first}**`
}
