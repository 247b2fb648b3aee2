/** The time that a card shows, and the event, which an organiser's list may name in a column of its own (specification 2 section 2). */
export const eventOf = ({ event, meta }: { event: string; meta: Readonly<Record<string, string>> }): string => event || meta['项目'] || meta['比赛项目'] || ''
