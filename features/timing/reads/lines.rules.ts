/** The reasons why the import refuses a line of a file of reads. */
export const lineWords = [
  'line_too_short',
  'checksum_wrong',
  'no_time',
  'no_chip',
  'point_unknown',
  'runner_out',
] as const
export type LineWord = (typeof lineWords)[number]
export type LineProblem = { line: number; word: LineWord; given: string }
