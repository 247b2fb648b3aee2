const fieldText = (value: unknown): string => {
  if (value === true) return '1'
  if (value === false) return '0'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
/**
 * Returns names and values as a form carries them: nested values as JSON, yes and no as 1 and 0. Missing values are
 * left out.
 */
export const formFields = (input: object): [string, string][] =>
  Object.entries(input).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, fieldText(value)] as [string, string]],
  )
