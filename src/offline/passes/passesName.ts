/** The database of tickets and cars. In its own file, so that its name alone loads nothing. */
export const passesName = 'showfield-passes'
