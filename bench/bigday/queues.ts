/** Returns a queue that stays quick while a hundred thousand calls wait in it. */
export const queueOf = <Item>() => {
  let [items, head]: [Item[], number] = [[], 0]
  return {
    push: (item: Item) => void items.push(item),
    shift: (): Item | undefined => {
      if (head === items.length) return undefined
      const item = items[head++]
      if (head > 1000 && head * 2 > items.length) [items, head] = [items.slice(head), 0]
      return item
    },
    size: () => items.length - head,
  }
}

/**
 * Makes a heap of functions, each with a moment. If two moments are equal, the function that was added earlier comes
 * first.
 */
export const timetable = () => {
  const heap: { at: number; n: number; run: () => void }[] = []
  let n = 0
  const isBefore = (a: number, b: number) =>
    heap[a]!.at < heap[b]!.at || (heap[a]!.at === heap[b]!.at && heap[a]!.n < heap[b]!.n)
  const swap = (a: number, b: number) => {
    ;[heap[a], heap[b]] = [heap[b]!, heap[a]!]
  }
  const add = (at: number, run: () => void) => {
    heap.push({ at, n: n++, run })
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1
      if (!isBefore(child, parent)) break
      swap(child, parent)
      child = parent
    }
  }
  const take = () => {
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined) return undefined
    if (heap.length === 0) return first
    heap[0] = last
    for (let parent = 0; ;) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2]
      let least = parent
      if (left < heap.length && isBefore(left, least)) least = left
      if (right < heap.length && isBefore(right, least)) least = right
      if (least === parent) return first
      swap(parent, least)
      parent = least
    }
  }
  return { add, take }
}
