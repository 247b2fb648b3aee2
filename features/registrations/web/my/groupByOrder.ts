import type { Registration } from '../../contract.ts'

/**
 * Sorts a list so that registrations of one order are side by side, in the order of entry. All other registrations keep
 * their positions.
 */
export const groupByOrder = <One extends Pick<Registration, 'id' | 'orderid'>>(list: readonly One[]): One[][] => {
  const groups: One[][] = []
  for (const one of list) {
    const mates = one.orderid === null ? undefined : groups.find((group) => group[0]?.orderid === one.orderid)
    if (mates) mates.push(one)
    else groups.push([one])
  }
  return groups.map((group) => [...group].sort((a, b) => a.id - b.id))
}
