/** The two letters that stand for an account: the first two of the address's local part, upper-cased. */
export function initialsOf(email: string): string {
  return localPartOf(email).slice(0, 2).toUpperCase();
}

export function localPartOf(email: string): string {
  return email.slice(0, Math.max(email.lastIndexOf('@'), 0));
}
