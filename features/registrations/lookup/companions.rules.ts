/** Masks a name for a caller who knows the person. The result keeps only the first character. */
export const maskName = (name: string): string => {
  const [first = ''] = name
  return `${first}**`
}
