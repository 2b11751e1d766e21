/** A violated rule: its name, its meaning, and the place of the violation. */
export type Violation = { rule: string; meaning: string; where: string };
