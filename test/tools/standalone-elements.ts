// The elements recognise the till's errors by their classes: one file holds both.
export * from '../../src/elements.js'
export * from '../../src/index.js'
