/**
 * Counts the rows of a race by blocks of ids. The first count reads the whole race and keeps the count of each block. A
 * later count reads the rows that have changed, and some whole blocks
 * (docs/decisions/2026-11-24-overview-by-rows.md).
 */

/**
 * The facts of one row. `at` is its place within its block. For a row that does not count, such as a deleted row,
 * `counts` is false.
 */
export type BlockFact = { block: number; at: number; counts: boolean }
/** A way to count rows. A count consists of lines, each with a key and its numbers. */
export type Counting<Line, Fact extends BlockFact> = {
  /** Reads the rows that have changed since a moment. */
  changed: (since: Date) => Promise<Fact[]>
  /** Reads all rows of some blocks. */
  read: (blocks: readonly number[]) => Promise<Fact[]>
  /** Counts blocks in the database. Undefined counts every block. */
  count: (blocks: readonly number[] | undefined) => Promise<(Line & { block: number })[]>
  /** Returns the lines in which a row counts. */
  linesOf: (fact: Fact) => Line[]
  keyOf: (line: Line) => string
  /** Adds a line's numbers to another line with the same key, or takes them away. */
  add: (into: Line, line: Line, sign: 1 | -1) => void
  isEmpty: (line: Line) => boolean
}

/**
 * The longest usual time from a write of a transaction to its commit. A row that commits later is found when its whole
 * block is counted again.
 */
const LATE_MS = 10_000
/**
 * The most blocks whose rows are kept. A look reads the rows of changed blocks without kept rows. If there are more
 * such blocks than this number, the database counts these blocks instead.
 */
const MOST_KEPT = 32
/** A look whose turn is a multiple of this number also counts a whole block again. */
const WHOLE_EVERY = 3

/**
 * A block of ids with its counts. `facts` are its rows if it has changed lately. `turn` is the number of the last call
 * of `look` that counted the whole block.
 */
type Block<Line, Fact> = { lines: Map<string, Line>; facts?: Map<number, Fact>; turn: number; changed: number }

const isSame = (one: object, other: object): boolean =>
  Object.entries(one).every(([name, value]) => {
    const theirs = (other as Record<string, unknown>)[name]
    return (
      value === theirs ||
      (typeof value === 'object' && value !== null && JSON.stringify(value) === JSON.stringify(theirs))
    )
  })

/** The counts of one race, made in one way of counting. */
export class CountedBlocks<Line extends object, Fact extends BlockFact> {
  private readonly sums = new Map<string, Line>()
  private readonly blocks = new Map<number, Block<Line, Fact>>()
  private looked: Date | undefined
  private turn = 0

  /**
   * Updates the counts by the rows that changed since the last look. Every third look also counts one whole block
   * again, and the blocks take turns. Returns the lines of the race.
   */
  async look(counting: Counting<Line, Fact>, now: Date): Promise<Line[]> {
    if (this.looked) await this.follow(counting, this.looked)
    else this.keepCounted(counting, await counting.count(undefined), undefined)
    this.looked = now
    return [...this.sums.values()]
  }

  private async follow(counting: Counting<Line, Fact>, looked: Date): Promise<void> {
    const changed = Map.groupBy(
      await counting.changed(new Date(looked.getTime() - LATE_MS)),
      ({ block }: Fact) => block,
    )
    const oldest = this.turn % WHOLE_EVERY === 0 ? this.oldest() : undefined
    const isKept = (block: number) => this.blocks.get(block)?.facts !== undefined
    const unknown = [...changed.keys()].filter((block) => !isKept(block))
    const isFew = unknown.length <= MOST_KEPT
    const read = [...(isFew ? unknown : []), ...(oldest !== undefined && isKept(oldest) ? [oldest] : [])]
    const counted = [...new Set([...(isFew ? [] : unknown), ...(oldest === undefined ? [] : [oldest])])].filter(
      (block) => !read.includes(block),
    )
    const [facts, lines] = await Promise.all([
      read.length === 0 ? [] : counting.read(read),
      counted.length === 0 ? [] : counting.count(counted),
    ])
    this.turn++
    for (const [block, rows] of changed) if (isKept(block)) this.patch(counting, block, rows)
    this.keepCounted(counting, lines, counted)
    this.keepRead(counting, facts, read, changed)
    this.forgetFacts()
  }

  /** Brings a block up to date by its changed rows. The block has its rows in memory. */
  private patch(counting: Counting<Line, Fact>, id: number, rows: readonly Fact[]): void {
    const block = this.blocks.get(id)!
    block.changed = this.turn
    for (const fact of rows) {
      const before = block.facts!.get(fact.at)
      if (before && isSame(before, fact)) continue
      if (before?.counts) for (const line of counting.linesOf(before)) this.move(counting, block, line, -1)
      if (fact.counts) for (const line of counting.linesOf(fact)) this.move(counting, block, line, 1)
      block.facts!.set(fact.at, fact)
    }
  }

  private keepRead(
    counting: Counting<Line, Fact>,
    facts: readonly Fact[],
    ids: readonly number[],
    changed: ReadonlyMap<number, unknown>,
  ): void {
    const byBlock = Map.groupBy(facts, ({ block }) => block)
    for (const id of ids) {
      const rows = byBlock.get(id) ?? []
      const block = this.empty(counting, id)
      block.facts = new Map(rows.map((fact) => [fact.at, fact]))
      if (changed.has(id)) block.changed = this.turn
      for (const fact of rows)
        if (fact.counts) for (const line of counting.linesOf(fact)) this.move(counting, block, line, 1)
    }
  }

  /** Keeps the counts of whole blocks. A block without rows stays, so that its turn comes. */
  private keepCounted(
    counting: Counting<Line, Fact>,
    lines: readonly (Line & { block: number })[],
    ids: readonly number[] | undefined,
  ): void {
    const byBlock = Map.groupBy(lines, ({ block }) => block)
    for (const id of ids ?? byBlock.keys()) {
      const block = this.empty(counting, id)
      for (const line of byBlock.get(id) ?? []) this.move(counting, block, line, 1)
    }
  }

  /** Takes a block out of the sums, and returns an empty block in its place, for a new count. */
  private empty(counting: Counting<Line, Fact>, id: number): Block<Line, Fact> {
    const before = this.blocks.get(id)
    for (const line of before?.lines.values() ?? []) this.addTo(counting, this.sums, line, -1)
    const block = { lines: new Map<string, Line>(), turn: this.turn, changed: before?.changed ?? 0 }
    this.blocks.set(id, block)
    return block
  }

  private move(counting: Counting<Line, Fact>, block: Block<Line, Fact>, line: Line, sign: 1 | -1): void {
    this.addTo(counting, block.lines, line, sign)
    this.addTo(counting, this.sums, line, sign)
  }

  private addTo(counting: Counting<Line, Fact>, to: Map<string, Line>, line: Line, sign: 1 | -1): void {
    const key = counting.keyOf(line)
    const known = to.get(key)
    if (!known) return void to.set(key, { ...line })
    counting.add(known, line, sign)
    if (counting.isEmpty(known)) to.delete(key)
  }

  /** Forgets the rows of the blocks that have not changed for the longest time. Their counts stay. */
  private forgetFacts(): void {
    const kept = [...this.blocks.values()].filter(({ facts }) => facts !== undefined)
    for (const block of kept.toSorted((one, other) => other.changed - one.changed).slice(MOST_KEPT)) delete block.facts
  }

  /** Finds the block that was counted the longest time ago. */
  private oldest(): number | undefined {
    let found: number | undefined
    let least = Number.POSITIVE_INFINITY
    for (const [block, { turn }] of this.blocks) if (turn < least) [found, least] = [block, turn]
    return found
  }
}
