// Levels of the computer, as forms and addresses name them: numbers from 1, and what they were called when there were three.

/** What levels were called once: addresses may still say so. */
const OLD = new Map([['easy', '2'], ['medium', '5'], ['strong', '8']]);

/** All levels, weakest first. */
export const LEVELS = ['1', '2', '3', '4', '5', '6', '7', '8'];

/** The level of computers about which nothing was said. */
export const USUAL = '4';

/** What an address says of somebody who plays, in the words of today. @param {string} who */
export const inNumbers = (who) => OLD.get(who) ?? who;
