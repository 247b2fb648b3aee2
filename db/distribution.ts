/**
 * Tables without a race that tables of races refer to. In a distributed database (docs/scale.md) each machine keeps a
 * copy of them, so they must be small and change rarely.
 */
export const referenceTables: readonly string[] = ['series']
