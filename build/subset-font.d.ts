/** The package has no types of its own. */
declare module 'subset-font' {
  interface CutOptions {
    targetFormat: 'woff2'
    variationAxes: Record<string, { min: number; max: number }>
    keepFeatures: readonly string[]
  }
  function subsetFont(font: Buffer, text: string, options: CutOptions): Promise<Buffer>
  export = subsetFont
}
