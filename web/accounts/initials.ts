/** Returns the first two letters of the address's local part in upper case, for the avatar. */
export function initialsOf(email: string): string {
  return localPartOf(email).slice(0, 2).toUpperCase();
}

export function localPartOf(email: string): string {
  return email.slice(0, Math.max(email.lastIndexOf('@'), 0));
}
