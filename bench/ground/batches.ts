import { register } from 'prom-client'

/** Returns the batches that this process has committed, of all kinds that are measured. */
export const batchesSoFar = async (): Promise<number> => {
  const metric = await register.getSingleMetric('startline_batch_size')?.get()
  const values = (metric?.values ?? []) as { metricName?: string; value: number }[]
  return values.filter(({ metricName }) => metricName?.endsWith('_count')).reduce((sum, { value }) => sum + value, 0)
}
