import type { Registration } from '../../contract.ts'

/**
 * Groups the registrations of a list by their order. A group stands at the position of its first registration in the
 * list. Inside a group the registrations come in the sequence of their ids. A registration without an order is a group
 * of its own.
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
