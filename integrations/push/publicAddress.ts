import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { BlockList, type LookupFunction, isIP } from 'node:net'

/** Networks without public services (IANA special-purpose registries). */
const reserved = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4')
/**
 * The public part of IPv6, and the ranges in it that do not lead to public services: documentation, 6to4, Teredo,
 * benchmarks.
 */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6')

/** Tells whether an IP address belongs to the public internet. Any other address may belong to a machine of ours. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** The error for a host whose name leads to no public address. */
export class NotPublic extends Error {}

/**
 * Looks a host up and keeps only public addresses. The connection uses exactly these addresses. So a different answer
 * at a second look-up changes nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  const all: LookupAllOptions = { family: options.family ?? 0, all: true }
  lookup(hostname, all, (error, found: LookupAddress[]) => {
    if (error) return done(error, '')
    const open = found.filter(({ address }) => isPublicAddress(address))
    const first = open[0]
    if (!first) return done(new NotPublic('the host has no public address'), '')
    if (options.all) return done(null, open)
    done(null, first.address, first.family)
  })
}
