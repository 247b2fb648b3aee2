/**
 * Returns the number of tests that a clone without the shared files may skip, as the README gives it. Throws if the
 * README does not give it.
 */
export const mostSkipped = (readme: string): number => {
  const said = /skips (\d+) tests by name/.exec(readme)?.[1]
  if (said === undefined) throw new Error('README.md does not say how many tests a clone that stands alone skips')
  return Number(said)
}

/**
 * Returns the number of skipped tests by reason, one line each. `wrong` is set if too many are skipped or if one has no
 * reason.
 */
export const judgeSkipped = (
  skipped: Readonly<Record<string, number>>,
  most: number,
): { lines: string[]; wrong: string | undefined } => {
  const all = Object.values(skipped).reduce((sum, count) => sum + count, 0)
  const lines = [
    all === 0 ? 'No test was skipped.' : `${all} test(s) were skipped:`,
    ...Object.entries(skipped).map(([reason, count]) => `  ${count}: ${reason === '' ? 'no reason given' : reason}`),
  ]
  if (skipped['']) return { lines, wrong: `${skipped['']} test(s) were skipped without a reason.` }
  if (all > most) return { lines, wrong: `${all} tests were skipped, at most ${most} may be (README.md).` }
  return { lines, wrong: undefined }
}
