/**
 * Counts by blocks of ids. A count of a whole race keeps the counts of its blocks. The next count reads only the blocks
 * with changed rows (docs/decisions/2026-11-23-overview-by-blocks.md).
 */

/** A way to count rows. `blocks` limits the count; undefined counts every block. */
export type Counting<Row> = {
  /** Lists the blocks with rows that have changed since a moment. */
  changed: (since: Date) => Promise<number[]>
  count: (blocks: readonly number[] | undefined) => Promise<(Row & { block: number })[]>
}

/**
 * The time by which a transaction may commit after the moment that it writes into its rows. A row that commits later is
 * found when its block's turn comes.
 */
const LATE_MS = 15_000

type Block<Row> = { rows: readonly (Row & { block: number })[]; turn: number }

/** The counts of one race by one way to count. */
export class CountedBlocks<Row> {
  private readonly blocks = new Map<number, Block<Row>>()
  private looked: Date | undefined
  private turn = 0

  /** Counts the blocks that changed since the last look, and in turn one other block. Returns all rows. */
  async look({ changed, count }: Counting<Row>, now: Date): Promise<Row[]> {
    const blocks = this.looked && (await changed(new Date(this.looked.getTime() - LATE_MS)))
    const oldest = blocks && this.oldest()
    const asked = blocks && [...new Set([...blocks, ...(oldest === undefined ? [] : [oldest])])]
    const rows = asked?.length === 0 ? [] : await count(asked)
    this.keep(asked, rows)
    this.looked = now
    return [...this.blocks.values()].flatMap((block) => block.rows)
  }

  private keep(asked: readonly number[] | undefined, rows: readonly (Row & { block: number })[]): void {
    const turn = ++this.turn
    const byBlock = Map.groupBy(rows, ({ block }) => block)
    if (!asked) this.blocks.clear()
    // A block without rows stays, so that its turn comes.
    for (const block of asked ?? byBlock.keys()) this.blocks.set(block, { rows: byBlock.get(block) ?? [], turn })
  }

  /** Finds the block that was counted the longest time ago. */
  private oldest(): number | undefined {
    let found: number | undefined
    let least = Number.POSITIVE_INFINITY
    for (const [block, { turn }] of this.blocks) if (turn < least) [found, least] = [block, turn]
    return found
  }
}
