/**
 * The exceptions of a check, each with its reason. If the check does not need an entry, it reports the entry. So the
 * lists only become shorter.
 */
export type Exceptions = Readonly<Record<string, string>>

/** Returns the faults that no exception names, and a complaint for each exception that names no fault. */
export const withoutExceptions = (
  faults: readonly { at: string; message: string }[],
  exceptions: Exceptions,
  where: string,
): string[] => {
  const found = new Set(faults.map(({ at }) => at))
  return [
    ...faults.filter(({ at }) => !(at in exceptions)).map(({ message }) => message),
    ...Object.keys(exceptions)
      .filter((at) => !found.has(at))
      .map((at) => `${at}: the exception is no longer needed, take it out of ${where}`),
  ]
}
