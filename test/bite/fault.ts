/** A fault to be planted in the code, and the test file that must fail for it. */
export interface PlantedFault {
  name: string
  file: string
  /** Stands in the file once, to the letter. */
  from: string
  to: string
  test: string
}
