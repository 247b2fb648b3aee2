/** Masks a name for a caller who knows the person: only the first character stays. */
export const maskName = (name: string): string => {
  const [first = ''] = name
  return `${first}**`
}
