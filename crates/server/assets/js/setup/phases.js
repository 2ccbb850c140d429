// The phases of a game before its first move.

/** The steps of the setup, with their phases. */
export const STEPS = [
  { key: 'spindles', phases: ['cast', 'option', 'granted'] },
  { key: 'take', phases: ['take'] },
  { key: 'place', phases: ['place'] },
  { key: 'goal', phases: ['goal'] },
];

/** The phase in which the players pick extra pieces in turn. */
export const PICK_PHASE = 'pick';

/** The phases in which nothing is hidden. */
export const PUBLIC_PHASES = STEPS[0]?.phases ?? [];

/** Whether this is a phase of the step-by-step setup. */
export const isSetupStep = (/** @type {string} */ phase) =>
  STEPS.some((step) => step.phases.includes(phase));

/** Whether the first move has not been possible yet: setup or picking. */
export const isSetupPhase = (/** @type {string} */ phase) =>
  isSetupStep(phase) || phase === PICK_PHASE;
