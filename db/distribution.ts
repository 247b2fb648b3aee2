/**
 * Tables that belong to no race, and to which tables of races refer. In a distributed database (docs/scale.md) each
 * machine keeps a copy of them, so they must be small and change rarely.
 */
export const referenceTables: readonly string[] = ['series']
