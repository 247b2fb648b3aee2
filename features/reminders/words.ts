import { text } from '#contract/words.ts'

export const words = { no_bib: text('待公布', '待公布', 'to be announced') } as const
