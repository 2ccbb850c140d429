// Levels of the computer player, as forms and URLs name them.

/** All levels, weakest first. */
export const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8'];

/** The level of a computer player if none was chosen. */
export const DEFAULT_LEVEL = '4';
