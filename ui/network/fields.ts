const fieldText = (value: unknown): string => {
  if (value === true) return '1'
  if (value === false) return '0'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
/**
 * Names and values as a form carries them: what is nested as JSON, yes and no as 1 and 0, what is missing not at all.
 */
export const formFields = (input: object): [string, string][] =>
  Object.entries(input).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, fieldText(value)] as [string, string]],
  )
