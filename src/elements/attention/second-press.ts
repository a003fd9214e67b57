/** A second press of a button within this time belongs to the first: a double click, or a finger that bounced. */
export const secondPressMs = 500
