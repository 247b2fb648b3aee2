/** A name for a caller who knows the person and need not learn more: its first character. */
export const maskName = (name: string): string => {
  const [first = ''] = name
  return `${first}**`
}
