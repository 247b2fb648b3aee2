/**
 * The constants of the model, all fitted to results of whole fields. Paces are natural logarithms of seconds per
 * kilometre.
 */
export type PaceModel = {
  /** The paces of the pace classes, from the fastest on. */
  classes: readonly number[]
  /** For each class and stretch: the mean pace on the stretch minus the mean pace on the first half. */
  usual: readonly (readonly number[])[]
  /**
   * For each class: how far its runners deviate from the pace in `usual`. The value 1 is the deviation of the fourth
   * class.
   */
  stray: readonly number[]
  /** The covariance of the deviations on the stretches of a course, in units of five percent. */
  covariance: readonly (readonly number[])[]
  /** The deviation between courses on a section, in units of five percent. */
  courses: number
  /** The median and the ends of the 80 % range, in standard deviations. */
  range: { low: number; middle: number; high: number }
}

/**
 * The constants fitted to six marathons on four courses with 127,799 finishers. They hold no data of a course or a
 * person.
 */
export const usualModel: PaceModel = {
  classes: [250, 290, 335, 385, 450, 540, 700].map((pace) => Math.log(pace)),
  usual: [
    [0, -0.004, -0.001, 0.002, 0.02, 0.038, 0.082, 0.118, 0.104],
    [0.007, -0.007, -0.001, 0.003, 0.023, 0.038, 0.093, 0.144, 0.102],
    [0.011, -0.009, -0.002, 0.001, 0.034, 0.052, 0.105, 0.151, 0.092],
    [-0.001, -0.014, 0.007, 0.002, 0.052, 0.078, 0.127, 0.172, 0.083],
    [-0.033, -0.024, 0.019, 0.019, 0.084, 0.117, 0.153, 0.17, 0.071],
    [-0.053, -0.045, 0.019, 0.041, 0.114, 0.139, 0.141, 0.274, 0.069],
    [-0.06, -0.016, 0.007, 0.039, 0.1, 0.109, 0.069, 0.218, 0.082],
  ],
  stray: [0.58, 0.66, 0.83, 1, 0.99, 1.16, 1.18],
  covariance: [
    [1.1, -0.12, -0.18, -0.59, -0.72, -0.81, -0.86, -0.7, -0.64],
    [-0.12, 0.96, -0.5, -0.17, -0.5, -0.62, -0.6, -0.78, -0.46],
    [-0.18, -0.5, 1.17, -0.6, 0.37, 0.19, 0.19, 0.25, 0.09],
    [-0.59, -0.17, -0.6, 1.39, -0.04, 0.74, 0.52, 0.57, 0.52],
    [-0.72, -0.5, 0.37, -0.04, 3.33, 1.79, 2.83, 2.44, 1.96],
    [-0.81, -0.62, 0.19, 0.74, 1.79, 5.11, 4.11, 4.71, 3.57],
    [-0.86, -0.6, 0.19, 0.52, 2.83, 4.11, 8.59, 6.82, 5.89],
    [-0.7, -0.78, 0.25, 0.57, 2.44, 4.71, 6.82, 12.7, 7.45],
    [-0.64, -0.46, 0.09, 0.52, 1.96, 3.57, 5.89, 7.45, 10.58],
  ],
  courses: 0.79,
  range: { low: -1.03, middle: 0.06, high: 1.62 },
}
