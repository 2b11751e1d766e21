/** A rule of the house that a file breaks: the rule's name, what it says, and who breaks it. */
export type Violation = { rule: string; meaning: string; where: string };
