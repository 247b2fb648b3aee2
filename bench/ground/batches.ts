import { register } from 'prom-client'

/** Returns the number of batches of all measured kinds that this process has committed. */
export const batchesSoFar = async (): Promise<number> => {
  const metric = await register.getSingleMetric('startline_batch_size')?.get()
  const values = (metric?.values ?? []) as { metricName?: string; value: number }[]
  return values.filter(({ metricName }) => metricName?.endsWith('_count')).reduce((sum, { value }) => sum + value, 0)
}
